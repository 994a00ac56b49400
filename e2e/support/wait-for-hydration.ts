import type { Page } from 'playwright';

/**
 * From now on a page that was gone to or loaded again is returned when React has it: a click before that is lost,
 * which a person sees and does again, and a test does not.
 */
export function waitForHydration(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...parameters) => {
    const response = await goto(...parameters);
    await hydrate(page);
    return response;
  };
  page.reload = async (...parameters) => {
    const response = await reload(...parameters);
    await hydrate(page);
    return response;
  };
}

async function hydrate(page: Page): Promise<void> {
  // A page of Next's brings `__next_f`; the body comes after all that is in it.
  await page.waitForFunction(
    () => !('__next_f' in globalThis) || Object.keys(document.body).some((key) => key.startsWith('__react')),
  );
}
