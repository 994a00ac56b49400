import type { Page } from 'playwright';

/** Waits until the page's script has taken over its buttons, fields and links. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main :is(a, button, input)')].every((element) =>
      Object.keys(element).some((key) => key.startsWith('__reactProps')),
    ),
  );
}
