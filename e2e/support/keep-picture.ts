import path from 'node:path';
import type { Page } from 'playwright';

const folder = path.resolve('.longhand/screenshots');

/**
 * Keeps what a page looks like in .longhand/screenshots, under this name, where LONGHAND_TEST_SCREENSHOTS asks for pictures:
 * they take as long as everything else that is looked at.
 */
export async function keepPicture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (!process.env['LONGHAND_TEST_SCREENSHOTS']) return;
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage });
}
