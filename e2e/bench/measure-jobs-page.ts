import type { Page } from 'playwright';
import { freshPage, startBrowser } from '#e2e/support/browser';
import { countScriptBytes } from '#e2e/support/count-script-bytes';
import { signIn } from '#e2e/support/sign-in';
import type { Longhand } from '#e2e/support/start-longhand';
import { note } from './note';

const amount = 1000;
const loads = 7;

/** Measures the jobs page's response time with many jobs and an empty cache, and its script size. */
export async function measureJobsPage(longhand: Longhand): Promise<void> {
  const account = await longhand.createAccount();
  await longhand.sql`
    insert into jobs (id, account_id, status, failure, name, media_url, price_cents, created_at)
    select 'listed' || n, ${account.id}, 'failed', 'unspecified', 'Recording ' || n || '.wav', 'http://x.example/', 0,
      now() - n * interval '1 minute'
    from generate_series(1, ${amount}) as n`;
  const browser = await startBrowser();
  try {
    const page = await freshPage(browser);
    await signIn(page, longhand, account);
    const state = await page.context().storageState();
    const times: number[] = [];
    let scriptBytes = 0;
    for (let n = 0; n < loads; n++) {
      // A new context has an empty cache.
      const context = await browser.newContext({ storageState: state });
      const fresh = await context.newPage();
      times.push(await timeToTick(fresh, `${longhand.baseUrl}/jobs`));
      scriptBytes = await countScriptBytes(fresh);
      await context.close();
    }
    const median = times.toSorted((a, b) => a - b)[Math.floor(loads / 2)] ?? Number.NaN;
    note(`Jobs page with ${amount} jobs: a row can be ticked`, `${Math.round(median)} ms`, 'at most 600 ms');
    note('Jobs page: compressed script', `${Math.round(scriptBytes / 1000)} KB`, 'at most 240 KB');
  } finally {
    await browser.close();
  }
}

/** Milliseconds from the request until a row's checkbox reacts, by the page's clock. */
async function timeToTick(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  const time = await page.waitForFunction(
    () => {
      const box = document.querySelector('main tr input[type=checkbox]');
      const isAlive = box !== null && Object.keys(box).some((key) => key.startsWith('__reactProps'));
      return isAlive && performance.now();
    },
    undefined,
    { polling: 5 },
  );
  return Number(await time.jsonValue());
}
