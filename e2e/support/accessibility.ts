import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** What axe calls a finding that keeps people from using the page. */
const grave = ['serious', 'critical'];

/** All that axe finds, trifles too. */
export const allImpacts: readonly string[] = ['minor', 'moderate', ...grave];

/** The rules of axe whose verdict depends on colors. */
export const colorRules = ['color-contrast', 'link-in-text-block'];

/** What is looked at, and which findings count. */
export interface Look {
  impacts?: readonly string[];
  /** The part of the page that is looked at. */
  within?: string;
  /** These rules alone, or all but some. */
  rules?: string[];
  except?: string[];
}

/** What axe finds seriously wrong with the page, or a part of it, as it stands, one line for each rule. */
export const seriousFindings = (page: Page, look?: Pick<Look, 'within' | 'except'>): Promise<string[]> =>
  findings(page, { ...look, impacts: grave });

/** What axe finds seriously wrong with the colors of a page, or a part of it, that was looked at in others. */
export const colorFindings = (page: Page, look?: Pick<Look, 'within'>): Promise<string[]> =>
  findings(page, { ...look, impacts: grave, rules: colorRules });

/**
 * What axe finds wrong with the page as it stands, trifles aside, one line for each rule. Run within the page alone: it has no frames, and
 * gathering what is found in a tab of its own takes most of the time.
 */
export async function findings(
  page: Page,
  { impacts = ['moderate', ...grave], within, rules, except = [] }: Look = {},
): Promise<string[]> {
  // Its script is long: the builder would bring it twice for each look, and not the minified one.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readScript());
  const look = new AxeBuilder({ page, axeSource: 'void 0;' }).setLegacyMode().options({
    resultTypes: ['violations'],
    // None of these rules reads style sheets, and copying them would break the page's policy.
    preload: { assets: ['media'] },
    ...(rules !== undefined && { runOnly: rules }),
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
  });
  const { violations } = await (within === undefined ? look : look.include(within)).analyze();
  return violations
    .filter(({ impact }) => impact !== null && impact !== undefined && impacts.includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}

let script: Promise<string> | undefined;

function readScript(): Promise<string> {
  script ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  return script;
}
