import assert from 'node:assert/strict';
import type { Page } from 'playwright';

/** Finds the page's controls that Tab does not reach, and those that show no focus when reached. */
export async function findUnreached(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button:not(:disabled), input:not([type=hidden], [type=file], :disabled), select:not(:disabled), summary, [tabindex="0"]',
      ),
    ].filter((element) => {
      // The buttons of each monologue have equivalent commands: a thousand Tab stops would be unusable.
      if (element.closest('.tiptap') !== null) return false;
      // In a radio group, Tab reaches the checked button; arrows reach the others.
      if (element instanceof HTMLInputElement && element.type === 'radio' && !element.checked) return false;
      // Among sortable headings, and among tabs, Tab reaches one; arrows reach the others.
      if (element.closest('thead, [role=tablist]') !== null && element.tabIndex === -1) return false;
      return element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
    });
    for (const control of controls) control.dataset['waits'] = '';
    (document.activeElement as HTMLElement | null)?.blur();
    document.addEventListener('focusin', ({ target }) => {
      const at = target as HTMLElement;
      delete at.dataset['waits'];
      if (at.matches('a, button') && getComputedStyle(at).outlineStyle === 'none') at.dataset['unseen'] = '';
    });
    return controls.length;
  });
  assert.ok(count > 4, 'there is something to do');
  // Holding the key repeats it: releasing it each time would be half of the work.
  for (let pressed = 0; pressed < count + 10; pressed++) await page.keyboard.down('Tab');
  await page.keyboard.up('Tab');
  return page.evaluate(() => {
    const show = (selector: string, fault: string) =>
      [...document.querySelectorAll(selector)].map(({ outerHTML }) => `${fault}: ${outerHTML.slice(0, 160)}`);
    return [...show('[data-waits]', 'is not reached'), ...show('[data-unseen]', 'shows no focus')];
  });
}
