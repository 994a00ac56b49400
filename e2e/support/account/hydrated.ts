import type { EvaluatingPage } from '#e2e/support/browsers/driver';

/**
 * Waits until React has hydrated the page's buttons, fields, and links. Waits for a transcript to open first; its own
 * buttons are not React's.
 */
export async function hydrated(page: EvaluatingPage): Promise<void> {
  await page.waitForFunction(
    () =>
      // While the document is loading, the parts after its heading may be missing.
      document.readyState !== 'loading' &&
      document.querySelector('[data-opening]') === null &&
      // Between the opening message and the editor, the page is empty for a moment.
      (!location.pathname.startsWith('/editor/') || document.querySelector('main') !== null) &&
      [...document.querySelectorAll('main :is(a, button, input):not(.tiptap *)')].every((element) =>
        Object.keys(element).some((key) => key.startsWith('__reactProps')),
      ),
  );
}
