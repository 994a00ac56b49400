import type { Page } from 'playwright';

/** Removes an upload with its button, and confirms the removal. */
export async function removeCard(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page
    .getByRole('dialog', { name: 'Remove this recording?' })
    .getByRole('button', { name: 'Remove', exact: true })
    .click();
}
