import type { Page } from 'playwright';

/**
 * Makes the page's `goto` and `reload` wait for React from now on: a click before hydration is lost, which a person
 * sees and repeats, and a test does not.
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
  // A page of Next has `__next_f`; React marks the body after everything in it.
  await page.waitForFunction(
    () => !('__next_f' in globalThis) || Object.keys(document.body).some((key) => key.startsWith('__react')),
  );
}
