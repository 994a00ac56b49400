import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** What axe finds seriously wrong with the page as it stands, one line for each rule. */
export const seriousFindings = (page: Page): Promise<string[]> => findings(page, ['serious', 'critical']);

/**
 * What axe finds wrong with the page as it stands, trifles aside, one line for each rule. Run within the page alone: it has no frames, and
 * gathering what is found in a tab of its own takes most of the time.
 */
export async function findings(
  page: Page,
  impacts: readonly string[] = ['moderate', 'serious', 'critical'],
): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations
    .filter(({ impact }) => impact !== null && impact !== undefined && impacts.includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}
