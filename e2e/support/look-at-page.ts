import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { hydrated } from '#e2e/support/account/hydrated';

const pictures = path.resolve('.longhand/screenshots');

/**
 * Opens a page on a phone and on a laptop, light and dark. Returns what is wrong: serious findings of axe, and where it is
 * wider than its window. Each look is kept as a picture in .longhand/screenshots, under this name.
 */
async function lookAtPage(page: Page, url: string, name: string): Promise<string[]> {
  await mkdir(pictures, { recursive: true });
  const findings: string[] = [];
  // Each scheme is what the page is loaded with, and what it is switched to.
  for (const [width, ...schemes] of [
    [360, 'light', 'dark'],
    [1280, 'dark', 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: schemes[0], reducedMotion: 'reduce' });
    await page.goto(url);
    await hydrated(page);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await isDrawn(page, colorScheme);
      await page.screenshot({
        path: path.join(pictures, `${name}-${width}-${colorScheme}.png`),
        fullPage: true,
      });
      const look = `${name} at ${width}, ${colorScheme}`;
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (isTooWide) findings.push(`${look}: wider than its window`);
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const { id, impact, nodes } of violations) {
        if (impact !== 'serious' && impact !== 'critical') continue;
        findings.push(`${look}: ${id} ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
      }
    }
  }
  return findings;
}

/** What `lookAtPage` finds on these pages of the site, by the name of each and its path. */
export async function lookAtPages(
  page: Page,
  baseUrl: string,
  pages: Record<string, string>,
): Promise<string[]> {
  const findings: string[] = [];
  for (const [name, where] of Object.entries(pages)) {
    findings.push(...(await lookAtPage(page, `${baseUrl}${where}`, name)));
  }
  return findings;
}

/** Waits until the page has the colors of this scheme: none of them is on its way any more. */
async function isDrawn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.waitForFunction((scheme) => {
    if (document.documentElement.getAttribute('data-mantine-color-scheme') !== scheme) return false;
    return document.getAnimations().every((animation) => {
      const { iterations } = animation.effect?.getTiming() ?? {};
      return animation.playState !== 'running' || iterations === Infinity;
    });
  }, colorScheme);
}
