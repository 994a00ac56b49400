import type { Page } from 'playwright';
import { hydrated } from './hydrated';

/**
 * Reloads the page after its next action has reached the server but before the answer arrives; resolves when the page
 * is ready again.
 */
export async function loseAnswer(page: Page, act: () => Promise<void>): Promise<void> {
  const reloaded = page.waitForEvent('load');
  let isLost = false;
  await page.route('**/jobs', async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback();
    isLost = true;
    await route.fetch();
    await page.reload();
    // The requesting page is gone.
    await route.abort().catch(() => undefined);
  });
  await act();
  await reloaded;
  await page.unroute('**/jobs');
  await hydrated(page);
}
