import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright';
import { connect } from '#lib/db/connect';
import { failJob } from '#lib/endings/fail-job';
import { completeJob } from '#lib/endings/complete-job';
import { freshContext } from '#e2e/support/browser';
import { hydrated } from '#e2e/support/account/hydrated';
import { expect } from '#e2e/support/expect';
import { makeJob } from '#e2e/support/make-job';
import { signInContext } from '#e2e/support/sign-in';
import { waitFor } from '#e2e/support/wait';
import { useSite } from '#e2e/support/use-site';

/* The browser's notifications when jobs end. The page records them instead of showing them. */

interface Shown {
  title: string;
  body: string;
  click: () => void;
}

declare global {
  // oxlint-disable-next-line no-var -- a member of globalThis
  var shownNotices: Shown[];
}

/** A script as text: a compiled class would need helpers that the page lacks. */
const stubNotification = (answer: NotificationPermission) => `
  globalThis.shownNotices = [];
  let permission = 'default';
  try {
    if (localStorage.getItem('asked') !== null) permission = '${answer}';
  } catch {}
  globalThis.Notification = class extends EventTarget {
    static get permission() {
      return permission;
    }
    static async requestPermission() {
      localStorage.setItem('asked', 'yes');
      return (permission = '${answer}');
    }
    constructor(title, { body = '' } = {}) {
      super();
      globalThis.shownNotices.push({ title, body, click: () => this.dispatchEvent(new Event('click')) });
    }
    close() {}
  };`;

const site = useSite();
let database: ReturnType<typeof connect>;

before(async () => {
  database = connect(site.longhand.databaseUrl, { max: 1 });
});
after(async () => {
  await database?.close();
});

/** Opens a browser for a new account, whose owner answers the permission prompt with `answer`. */
async function openBrowser(answer: NotificationPermission) {
  const account = await site.longhand.createAccount();
  const context = await freshContext(site.browser);
  await context.addInitScript({ content: stubNotification(answer) });
  await signInContext(context, site.longhand, account);
  return { account, context };
}

async function openPage(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${site.longhand.baseUrl}${path}`);
  await hydrated(page);
  return page;
}

const notifySwitch = (page: Page) => page.getByRole('switch', { name: 'Notify me in this browser' });

const readShown = async (pages: Page[]) =>
  (
    await Promise.all(
      pages.map((page) =>
        page.evaluate(() => globalThis.shownNotices.map(({ title, body }) => `${title}: ${body}`)),
      ),
    )
  ).flat();

test('each job that ends is shown once, whatever number of tabs is open, and a click opens it', async () => {
  const { account, context } = await openBrowser('granted');
  const settings = await openPage(context, '/settings/preferences');
  await expect(notifySwitch(settings)).not.toBeChecked();
  const { db } = database;
  const done = await makeJob(db, account.id, { name: 'done.wav', startedAt: new Date() });
  const broken = await makeJob(db, account.id, { name: 'broken.wav', startedAt: new Date() });

  const looked = settings.waitForResponse(/\/jobs\/list\?status=in_progress/);
  await notifySwitch(settings).click();
  await looked;
  const developers = await openPage(context, '/developers');
  const words = [{ text: 'hello', startMs: 0, endMs: 400, confidence: 1 }];
  const speakers = [{ id: 0, name: 'Speaker 1' }];
  await completeJob(db, {
    jobId: done.id,
    words,
    speakers,
    monologues: [{ id: 0, speaker: 0, from: 0, to: 1 }],
  });
  await failJob(db, { jobId: broken.id, failure: 'invalid_media', failureDetail: 'The file is empty.' });
  const pages = [settings, developers];
  const shown = await waitFor('both notifications', async () => {
    const all = await readShown(pages);
    return all.length >= 2 ? all : undefined;
  });
  assert.deepEqual(shown.toSorted(), [
    'Transcript ready: done.wav',
    'Transcription failed: broken.wav: The file is empty.',
  ]);

  // After the tab that notified has closed, the other one takes over.
  const again = developers.waitForResponse(/\/jobs\/list\?status=in_progress/);
  const next = await makeJob(db, account.id, { name: 'next.wav', startedAt: new Date() });
  await settings.close();
  await again;
  await completeJob(db, {
    jobId: next.id,
    words,
    speakers,
    monologues: [{ id: 0, speaker: 0, from: 0, to: 1 }],
  });
  await waitFor('the next notification', async () => {
    const all = await readShown([developers]);
    return all.length === 1 ? all : undefined;
  });
  await developers.evaluate(() => globalThis.shownNotices[0]?.click());
  await developers.waitForURL(`**/editor/${next.id}`);
});

test('a browser that refuses leaves the switch off, and the page says what to do', async () => {
  const { context } = await openBrowser('denied');
  const page = await openPage(context, '/settings/preferences');
  await notifySwitch(page).click();
  await page.getByText('Your browser blocks notifications from this site.').waitFor();
  await expect(notifySwitch(page)).not.toBeChecked();
  assert.deepEqual(await readShown([page]), []);
});
