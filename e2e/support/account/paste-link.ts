import type { Page } from 'playwright';

/** Adds a link to a recording on the Transcripts page. It becomes a card unless it is refused. */
export async function pasteLink(page: Page, url: string): Promise<void> {
  const field = page.getByLabel('Link to an audio or video file');
  const button = page.getByRole('button', { name: /^Link/ });
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  await field.fill(url);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
}
