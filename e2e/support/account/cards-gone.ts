import type { Page } from 'playwright';
import { expect } from '#e2e/support/expect';

/**
 * Waits until the Transcripts page shows no uploads any more. The job exists before the page has the answer, and a
 * moment before the server has removed the file or link: a page loaded in between shows its card again.
 */
export async function cardsGone(page: Page): Promise<void> {
  await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0);
}
