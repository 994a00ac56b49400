import assert from 'node:assert/strict';
import type { Page } from 'playwright';
import { seriousFindings, type Look } from '#e2e/support/accessibility';

/**
 * Asserts that axe has no serious findings in the page, or in a part of it, and that nothing is wider than the window:
 * light on a phone, dark on a laptop.
 */
export async function checkPage(page: Page, look?: Pick<Look, 'within'>): Promise<void> {
  const size = page.viewportSize();
  for (const [width, colorScheme] of [
    [360, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    assert.deepEqual(await seriousFindings(page, look), []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${wide} px on a page of ${width}`);
  }
  await page.emulateMedia({ colorScheme: null });
  if (size !== null) await page.setViewportSize(size);
}

/** A hostile string for every name and text: it must be shown as it is and do nothing. */
export const hostile = `<img src=x onerror="globalThis.harmed=1"><script>globalThis.harmed=1</script>&amp; \u202egnp.exe`;

/** Asserts that no hostile string has run. */
export async function unharmed(page: Page): Promise<void> {
  assert.equal(await page.evaluate(() => 'harmed' in globalThis), false);
}
