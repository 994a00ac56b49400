import { before } from 'node:test';
import type { Locator, Page } from 'playwright';
import { jobsChannel } from '#lib/events/announce-job';
import { newId } from '#lib/ids/new-id';
import { freshPage } from '#e2e/support/browser';
import { signInContext } from '#e2e/support/sign-in';
import type { SharedLonghand, TestAccount } from '#e2e/support/start-longhand';
import { useSite, type Site } from '#e2e/support/use-site';
import { waitFor } from '#e2e/support/wait';

/** A row of the list: a failed job unless `status` says otherwise. */
export interface ListedJob {
  name: string;
  status?: 'failed' | 'in_progress' | 'transcribed';
  metadata?: string;
  detail?: string;
}

/** One account's jobs page in one browser, shared by all tests of a file. */
export interface JobsSite extends Site {
  account: TestAccount;
  page: Page;
  /** Opens the page with these jobs, the first one on top, and no others; returns their ids. */
  show(jobs: ListedJob[]): Promise<string[]>;
  /** Deletes the account's jobs, for a test that makes its own. */
  clear(): Promise<void>;
  /** Opens or reloads the page. */
  open(): Promise<void>;
  /** Opens the page in another tab. */
  openTab(): Promise<Page>;
  /** Makes open pages reload the list after a change in the database. */
  announce(): Promise<void>;
}

/** Signs in a new account on a fresh page before a file's first test. */
export function useJobsPage(): JobsSite {
  const site = useSite({ keepsOpen: true });
  const opened: { account?: TestAccount; page?: Page } = {};
  const get = () => {
    const { account, page } = opened;
    if (!account || !page) throw new Error('the page is not ready: its hook comes first');
    return { account, page };
  };
  before(async () => {
    const [account, page] = await Promise.all([site.longhand.createAccount(), freshPage(site.browser)]);
    await signInContext(page.context(), site.longhand, account);
    Object.assign(opened, { account, page });
  });
  const clear = async () => {
    await site.longhand.sql`delete from jobs where account_id = ${get().account.id}`;
  };
  const open = () => openJobs(get().page, site.longhand);
  return {
    get longhand() {
      return site.longhand;
    },
    get browser() {
      return site.browser;
    },
    get account() {
      return get().account;
    },
    get page() {
      return get().page;
    },
    clear,
    open,
    async show(jobs) {
      await clear();
      const ids = await placeJobs(site.longhand, get().account, jobs);
      await open();
      return ids;
    },
    async openTab() {
      const tab = await get().page.context().newPage();
      await openJobs(tab, site.longhand);
      return tab;
    },
    async announce() {
      const event = { accountId: get().account.id, jobId: 'none', reach: 'list' };
      await site.longhand.sql.notify(jobsChannel, JSON.stringify(event));
    },
  };
}

/** Opens the jobs page of the signed-in account, and waits until it has subscribed to changes. */
export async function openJobs(page: Page, { baseUrl }: Pick<SharedLonghand, 'baseUrl'>): Promise<void> {
  const listening = page.waitForResponse('**/jobs/events');
  await page.goto(`${baseUrl}/jobs`);
  await listening;
}

/**
 * Inserts jobs as a year of use would leave them, a minute apart, the first one on top. No worker processes them, and
 * they have no recordings.
 */
export async function placeJobs(
  { sql }: Pick<SharedLonghand, 'sql'>,
  account: { id: string },
  jobs: ListedJob[],
): Promise<string[]> {
  const placed = jobs.map(
    ({ name, status = 'failed', metadata = null, detail = 'The file is empty.' }, index) => ({
      id: newId(),
      account_id: account.id,
      status,
      failure: status === 'failed' ? 'invalid_media' : null,
      failure_detail: status === 'failed' ? detail : null,
      name,
      metadata,
      media_url: 'http://127.0.0.1:9/none.wav',
      price_cents: 25,
      duration_seconds: index,
      created_at: new Date(Date.UTC(2026, 0, 1, 0, -index)),
      started_at: new Date(Date.UTC(2026, 0, 1, 1)),
    }),
  );
  if (placed.length > 0) await sql`insert into jobs ${sql(placed)}`;
  return placed.map(({ id }) => id);
}

/** Returns the rows of the list. */
export const rows = (page: Page): Locator =>
  page.getByRole('table', { name: 'Transcripts' }).locator('tbody tr');

/** Waits until the list has these names, in this order, and no others. */
export async function waitForNames(page: Page, expected: string[]): Promise<void> {
  await waitFor(expected.join(', '), async () =>
    (await rows(page).locator('[title]:not(time)').allTextContents()).join() === expected.join()
      ? true
      : undefined,
  );
}
