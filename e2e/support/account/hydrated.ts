import type { Page } from 'playwright';

/**
 * Waits until the page's script has taken over its buttons, fields and links. A transcript has to be opened first; its
 * own buttons are not React's.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      // Of a page that is still being read, what comes behind its heading may not be there.
      document.readyState !== 'loading' &&
      document.querySelector('[data-opening]') === null &&
      // Between what says that a transcript is opened and the editor there is nothing for a moment.
      (!location.pathname.startsWith('/editor/') || document.querySelector('main') !== null) &&
      [...document.querySelectorAll('main :is(a, button, input):not(.tiptap *)')].every((element) =>
        Object.keys(element).some((key) => key.startsWith('__reactProps')),
      ),
  );
}
