import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright';
import { expect } from '#e2e/support/expect';
import { waitFor } from '#e2e/support/wait';

/**
 * Opens a button's dialog by keyboard, tabs through it, and leaves it with Escape; asserts that the button has the
 * focus again.
 */
export async function keepsFocus(page: Page, opener: Locator): Promise<void> {
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await goesRound(page, dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect(opener).toBeFocused();
}

/**
 * Asserts that Tab goes through all controls of an open dialog in page order and from the last to the first, and
 * Shift+Tab back.
 */
export async function goesRound(page: Page, dialog: Locator): Promise<void> {
  await dialog.waitFor();
  const { count, at } = await waitFor('the focus in the dialog', async () => {
    const look = await lookAtFocus(dialog);
    return look.at < 0 ? undefined : look;
  });
  for (const [key, step] of [
    ['Tab', 1],
    ['Shift+Tab', -1],
  ] as const) {
    for (let pressed = 1; pressed <= count; pressed++) {
      await page.keyboard.press(key);
      const expected = (at + step * pressed + count) % count;
      const now = await lookAtFocus(dialog);
      assert.equal(now.at, expected, `${key}, ${pressed} times from control ${at} of ${count}: ${now.html}`);
    }
  }
}

/** Returns the number of the dialog's controls that Tab reaches, and the index of the focused one, or -1. */
function lookAtFocus(dialog: Locator): Promise<{ count: number; at: number; html: string }> {
  return dialog.evaluate((element) => {
    const controls = [
      ...element.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex="0"]',
      ),
    ].filter((control) => {
      if (control.matches(':disabled, [tabindex="-1"], [type=hidden]')) return false;
      // In a radio group, Tab reaches the checked button.
      if (control instanceof HTMLInputElement && control.type === 'radio' && !control.checked) return false;
      return control.checkVisibility({ visibilityProperty: true }) && control.getClientRects().length > 0;
    });
    const active = document.activeElement as HTMLElement;
    return { count: controls.length, at: controls.indexOf(active), html: active.outerHTML.slice(0, 120) };
  });
}
