import type { Locator, Page } from 'playwright';
import { waitFor } from '#e2e/support/wait';

/** Returns the menu button of a transcript's row, or without a name that of the first row. */
export function menuButton(page: Page, name?: string): Locator {
  const rows = page.getByRole('row');
  return name === undefined
    ? rows.getByRole('button', { name: /^Actions for / }).first()
    : rows.getByRole('button', { name: `Actions for ${name}`, exact: true });
}

/** Waits until the control has the focus. */
export async function waitForFocus(control: Locator): Promise<void> {
  await control.waitFor();
  await waitFor(`the focus on ${String(control)}`, async () =>
    (await control.evaluate((element) => element === document.activeElement)) ? true : undefined,
  );
}

/** Opens the menu by keyboard, waits until the focus is in it, and chooses the item. */
export async function chooseFromMenu(button: Locator, item: string): Promise<void> {
  const page = button.page();
  await button.focus();
  await button.press('Enter');
  await waitForFocus(page.getByRole('menuitem').first());
  const chosen = page.getByRole('menuitem', { name: item, exact: true });
  await chosen.focus();
  await chosen.press('Enter');
}
