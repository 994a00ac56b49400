import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** Axe's impacts that keep people from using the page. */
const grave = ['serious', 'critical'];

/** All of axe's impacts, minor ones included. */
export const allImpacts: readonly string[] = ['minor', 'moderate', ...grave];

/** Axe's rules whose result depends on colors. */
export const colorRules = ['color-contrast', 'link-in-text-block'];

/** The scope of a check, and which findings count. */
export interface Look {
  impacts?: readonly string[];
  /** The selector of the part of the page to check. */
  within?: string;
  /** Runs only `rules`, or all rules but those of `except`. */
  rules?: string[];
  except?: string[];
}

/** Returns axe's serious findings on the page, or on a part of it, one line for each rule. */
export const seriousFindings = (page: Page, look?: Pick<Look, 'within' | 'except'>): Promise<string[]> =>
  findings(page, { ...look, impacts: grave });

/** Returns axe's serious color findings on a page, or on a part of it, that was already checked in other colors. */
export const colorFindings = (page: Page, look?: Pick<Look, 'within'>): Promise<string[]> =>
  findings(page, { ...look, impacts: grave, rules: colorRules });

/**
 * Returns axe's findings on the page, by default without minor ones, one line for each rule. Runs in the page only: it
 * has no frames, and axe's separate tab for collecting results takes most of the time.
 */
export async function findings(
  page: Page,
  { impacts = ['moderate', ...grave], within, rules, except = [] }: Look = {},
): Promise<string[]> {
  // Axe's script is long: the builder would inject it twice for each check, and not the minified build.
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
