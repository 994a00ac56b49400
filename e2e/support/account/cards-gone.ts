import type { Page } from 'playwright';
import { expect } from '#e2e/support/expect';

/**
 * Waits until no recording waits on the Transcripts page any more. A job is there before the page has the answer, and a
 * moment before the server has removed the file or link: a page that is loaded meanwhile shows its card again.
 */
export async function cardsGone(page: Page): Promise<void> {
  await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0);
}
