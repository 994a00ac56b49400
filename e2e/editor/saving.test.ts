import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext } from 'playwright';
import { connect } from '#lib/db/connect';
import { revokeShareLink } from '#lib/jobs/revoke-share-link';
import { shareJob } from '#lib/jobs/share-job';
import { shownName } from '#lib/accounts/shown-name';
import { startLonghand, type Longhand } from '../start-longhand';
import { startBrowser } from '../support/browser';
import {
  editable,
  guestContext,
  makeSharedTranscript,
  openEditorTab,
  ownerContext,
  readText,
  stands,
  type SharedTranscript,
} from '../support/editor';
import { caretAtEnd, textOf, typeAtEnd } from '../support/editor-text';
import { signIn } from '../support/sign-in';
import { waitFor } from '../support/wait';

/* Nothing that anybody types is lost, and what others type appears. */

let longhand: Longhand;
let browser: Browser;
let made: SharedTranscript;
let owner: BrowserContext;
let guest: BrowserContext;
let url: string;

before(async () => {
  longhand = await startLonghand();
  browser = await startBrowser();
  made = await makeSharedTranscript(longhand, { words: 600, monologues: 20 });
  owner = await ownerContext(browser, made);
  guest = await guestContext(browser, 'Ben Guest');
  ({ url } = made);
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

/** Waits until the API's latest version has the words. */
function latestHas(words: string): Promise<true> {
  return waitFor(
    `latest to have ${words}`,
    async () => (await readText(made, 'latest')).includes(words) || undefined,
  );
}

test('what is typed is saved by itself: the latest version has it, the machine’s never changes', async () => {
  const machine = await readText(made, 'machine');
  const page = await openEditorTab(owner, url);
  await typeAtEnd(page, 'm2', ' typedone');
  await stands(page, 'changed');
  await stands(page, 'saved');
  assert.match(await readText(made, 'latest'), /typedone/);
  assert.equal(await readText(made, 'machine'), machine);
  await page.close();
});

test('two people see each other, and each other’s words, with caret and scroll unmoved', async () => {
  const [anna, ben] = [await openEditorTab(owner, url), await openEditorTab(guest, made.sharedUrl)];
  await anna.getByRole('list', { name: 'People here' }).getByText('Ben Guest').waitFor();
  await ben.getByRole('list', { name: 'People here' }).getByText(shownName(made.account.email)).waitFor();

  await caretAtEnd(anna, 'm10');
  await anna.keyboard.type(' anna');
  await stands(anna, 'saved');
  await ben.locator('section[data-monologue="m10"] header[data-people]').waitFor();
  const place = () =>
    anna.evaluate(() => {
      const range = getSelection()?.getRangeAt(0).getBoundingClientRect();
      return { top: Math.round(range?.top ?? 0), text: getSelection()?.anchorNode?.textContent };
    });
  const was = await place();
  await typeAtEnd(ben, 'm1', ` ${'long '.repeat(150)}benlong`);
  await stands(ben, 'saved');
  await anna.getByText('benlong').waitFor();
  const now = await place();
  assert.equal(now.text, was.text);
  assert.ok(Math.abs(now.top - was.top) <= 2, `the caret moved from ${was.top} to ${now.top}`);
  await anna.keyboard.type('here');
  await stands(anna, 'saved');
  assert.match(await textOf(anna, 'm10'), /annahere$/);
  await ben.getByText('annahere').waitFor();
  await Promise.all([anna.close(), ben.close()]);
});

test('where two change the same words, theirs stands in the text and mine beside it, to be used with one click', async () => {
  const [anna, ben] = [await openEditorTab(owner, url), await openEditorTab(guest, made.sharedUrl)];
  await guest.setOffline(true);
  await typeAtEnd(ben, 'm5', ' bensversion');
  await typeAtEnd(anna, 'm5', ' annasversion');
  await stands(anna, 'saved');
  await guest.setOffline(false);
  const card = ben.locator('[data-leftover]');
  await card.waitFor();
  assert.match(await card.innerText(), /bensversion/);
  assert.match(await textOf(ben, 'm5'), /annasversion/);
  await card.getByRole('button', { name: 'Use mine' }).click();
  await latestHas('bensversion');
  await card.waitFor({ state: 'detached' });
  await Promise.all([anna.close(), ben.close()]);
});

test('offline work is kept on the device, survives the tab, and is saved once the network is back', async () => {
  const page = await openEditorTab(owner, url);
  await page.context().setOffline(true);
  await typeAtEnd(page, 'm3', ' offlineword');
  await stands(page, 'unreachable');
  assert.equal(await page.locator('[data-saving]').innerText(), 'Offline: kept on this device');
  await page.close();
  await owner.setOffline(false);
  const again = await openEditorTab(owner, url);
  await again.getByText('offlineword').waitFor();
  await latestHas('offlineword');
  await stands(again, 'saved');
  await again.close();
});

test('a tab that is closed right after a word has been typed loses nothing', async () => {
  const page = await openEditorTab(owner, url);
  await typeAtEnd(page, 'm4', ' closingword');
  await page.waitForTimeout(300);
  await page.close();
  const again = await openEditorTab(owner, url);
  await again.getByText('closingword').waitFor();
  await latestHas('closingword');
  await again.close();
});

test('a server that dies while somebody types has everything soon after it is back', async () => {
  const page = await openEditorTab(owner, url);
  await typeAtEnd(page, 'm6', ' beforekill');
  await longhand.end('SIGKILL');
  await page.keyboard.type(' afterkill');
  await stands(page, 'unreachable');
  await longhand.startAgain();
  await stands(page, 'saved');
  await latestHas('beforekill afterkill');
  await page.close();
});

test('when the session has ended the words wait for the next sign-in', async () => {
  const context = await ownerContext(browser, made);
  const page = await openEditorTab(context, url);
  await context.clearCookies();
  await typeAtEnd(page, 'm7', ' sessionword');
  await stands(page, 'signed-out');
  assert.equal(await page.locator('[data-saving]').innerText(), 'Not saved: sign in again');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: /Sign in/ }).click();
  const signing = await opened;
  await signIn(signing, longhand, made.account);
  await signing.close();
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await stands(page, 'saved');
  await latestHas('sessionword');
  await context.close();
});

test('a second tab reads along, and can take over with what is not saved yet', async () => {
  const first = await openEditorTab(owner, url);
  const second = await owner.newPage();
  await second.goto(url);
  await second.getByText('You are editing this transcript in another tab').waitFor();
  await typeAtEnd(first, 'm8', ' firsttab');
  await second.getByText('firsttab').waitFor();
  await first.keyboard.type(' unsaved');
  await second.getByRole('button', { name: 'Edit here' }).click();
  await editable(second);
  await stands(first, 'elsewhere');
  await second.getByText('firsttab unsaved').waitFor();
  await typeAtEnd(second, 'm8', ' secondtab');
  await stands(second, 'saved');
  await latestHas('firsttab unsaved secondtab');
  await second.close();
  await editable(first);
  await first.close();
});

test('a link that is revoked closes the open editor at once, and says so', async () => {
  const other = await makeSharedTranscript(longhand, { words: 60, monologues: 2 });
  const page = await openEditorTab(guest, other.sharedUrl);
  const began = Date.now();
  await revoke(other);
  await stands(page, 'closed');
  const ms = Date.now() - began;
  assert.ok(ms < 1000, `${ms} ms`);
  await page.getByText('This link was withdrawn').waitFor();
  assert.equal(await page.locator('[role=textbox]').getAttribute('contenteditable'), 'false');
  await page.close();
});

test('a link that is revoked before the editor hears the server closes it too, and says so', async () => {
  const other = await makeSharedTranscript(longhand, { words: 60, monologues: 2 });
  let go = (): void => {};
  const isRevoked = new Promise<void>((resolve) => (go = resolve));
  await guest.route('**/events?*', async (route) => {
    await isRevoked;
    await route.continue();
  });
  const page = await openEditorTab(guest, other.sharedUrl);
  await revoke(other);
  go();
  await stands(page, 'closed');
  await page.getByText('This link was withdrawn').waitFor();
  await guest.unroute('**/events?*');
  await page.close();
});

test('a link that expires closes the open editor within a second', async () => {
  const other = await makeSharedTranscript(longhand, { words: 60, monologues: 2 });
  const { db, close } = connect(longhand.databaseUrl, { max: 1 });
  const expiresAt = new Date(Date.now() + 6000);
  const { token } = await shareJob(
    db,
    { accountId: other.account.id, jobId: other.jobId },
    { name: '', permission: 'edit', expiresAt },
  );
  await close();
  const page = await openEditorTab(guest, `${longhand.baseUrl}/editor/shared/${token}`);
  await stands(page, 'closed');
  const late = Date.now() - expiresAt.getTime();
  assert.ok(late >= 0 && late < 1000, `${late} ms after it expired`);
  await page.close();
});

test('saving a word in 30,000 sends less than 4 KB', async () => {
  const large = await makeSharedTranscript(longhand, { words: 30_000, monologues: 600 });
  const page = await openEditorTab(guest, large.sharedUrl);
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await typeAtEnd(page, 'm300', ' word');
  const bytes = Buffer.byteLength((await sent).postData() ?? '');
  await stands(page, 'saved');
  assert.ok(bytes > 0 && bytes <= 4096, `${bytes} bytes`);
  await page.close();
});

async function revoke({ account, shareId }: SharedTranscript): Promise<void> {
  const { db, close } = connect(longhand.databaseUrl, { max: 1 });
  try {
    await revokeShareLink(db, { accountId: account.id, linkId: shareId });
  } finally {
    await close();
  }
}
