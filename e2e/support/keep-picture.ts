import path from 'node:path';
import type { Page } from 'playwright';

const folder = path.resolve('.longhand/screenshots');

/**
 * Saves a screenshot in .longhand/screenshots under this name, if LONGHAND_TEST_SCREENSHOTS is set: screenshots take as
 * long as all other checks of a page.
 */
export async function keepPicture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (!process.env['LONGHAND_TEST_SCREENSHOTS']) return;
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage });
}
