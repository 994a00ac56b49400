import type { Page } from 'playwright';
import { expect } from '#e2e/support/expect';

/**
 * Waits until no recording waits on the Transcripts page any more. A job is there before the page has the answer; until
 * then the browser keeps a link that was submitted, and the server a file: a page that is loaded meanwhile shows its card again.
 */
export async function cardsGone(page: Page): Promise<void> {
  await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0);
}
