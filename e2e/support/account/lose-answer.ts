import type { Page } from 'playwright';
import { hydrated } from './hydrated';

/** Has the page's next action reach the server, and the page be reloaded before its answer comes; gives the page when it is ready again. */
export async function loseAnswer(page: Page, act: () => Promise<void>): Promise<void> {
  const reloaded = page.waitForEvent('load');
  let isLost = false;
  await page.route('**/jobs', async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback();
    isLost = true;
    await route.fetch();
    await page.reload();
    // The page that asked is gone.
    await route.abort().catch(() => undefined);
  });
  await act();
  await reloaded;
  await page.unroute('**/jobs');
  await hydrated(page);
}
