import assert from 'node:assert/strict';
import type { Locator } from 'playwright';

/** Presses the key until the control has the focus. */
export async function pressUntilFocused(
  control: Locator,
  key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab',
): Promise<void> {
  await control.waitFor();
  for (let pressed = 0; pressed < 80; pressed++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await control.page().keyboard.press(key);
  }
  assert.fail(`${key} never reached ${String(control)}`);
}
