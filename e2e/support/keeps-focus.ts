import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright';
import { expect } from '#e2e/support/expect';
import { waitFor } from '#e2e/support/wait';

/** Opens the dialog of a button by keyboard, goes through it, and leaves it with Escape: the button has the focus again. */
export async function keepsFocus(page: Page, opener: Locator): Promise<void> {
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await goesRound(page, dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect(opener).toBeFocused();
}

/** Tab leads through all that can be done in an open dialog, in the order of the page and from the last to the first, and Shift+Tab back. */
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

/** How many controls of the dialog Tab reaches, and which of them has the focus: -1 for none. */
function lookAtFocus(dialog: Locator): Promise<{ count: number; at: number; html: string }> {
  return dialog.evaluate((element) => {
    const controls = [
      ...element.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex="0"]',
      ),
    ].filter((control) => {
      if (control.matches(':disabled, [tabindex="-1"], [type=hidden]')) return false;
      // Of a group of radio buttons Tab reaches the one that is chosen.
      if (control instanceof HTMLInputElement && control.type === 'radio' && !control.checked) return false;
      return control.checkVisibility({ visibilityProperty: true }) && control.getClientRects().length > 0;
    });
    const active = document.activeElement as HTMLElement;
    return { count: controls.length, at: controls.indexOf(active), html: active.outerHTML.slice(0, 120) };
  });
}
