import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { connect } from '#lib/db/connect';
import { revokeShareLink } from '#lib/share-links/change-share-link';
import { freshContext } from '#e2e/support/browser';
import { checkPage } from '#e2e/support/editor/check-page';
import {
  editable,
  latestHas,
  makeSharedTranscript,
  openEditor,
  stands,
  type SharedTranscript,
} from '#e2e/support/editor/editor';
import { getText, keptOnDevice, typeAtEnd } from '#e2e/support/editor/editor-text';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';
import { signInContext } from '#e2e/support/sign-in';
import { saying } from '#e2e/support/transcribed-job';
import { waitFor } from '#e2e/support/wait';

/* Interruptions between an editor and the server: no network, another tab, the end of a session or of a link. */

const editor = useEditor({ words: 200, monologues: 20 });

test('offline work is stored on the device, survives the tab, and is saved once the network is back', async () => {
  const { owner, made } = editor;
  const page = await editor.open();
  await owner.setOffline(true);
  await typeAtEnd(page, 'm3', ' offlineword');
  await stands(page, 'unreachable');
  await page.locator('[data-saving]', { hasText: /^Offline, saved here$/ }).waitFor();
  await page.close();
  await owner.setOffline(false);
  const again = await editor.open();
  await again.getByText('offlineword').waitFor();
  await latestHas(made, 'offlineword');
  await stands(again, 'saved');
});

test('a tab that is closed right after a word has been typed loses nothing', async () => {
  const page = await editor.open();
  // Nothing of this tab reaches the server, so text that appears later was stored on the device.
  await page.route('**/edit', (route) =>
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  );
  await typeAtEnd(page, 'm4', ' closingword');
  await waitFor('the word to be on the device', async () =>
    (await keptOnDevice(page)).includes('closingword') ? true : undefined,
  );
  await page.close();
  const again = await editor.open();
  await again.getByText('closingword').waitFor();
  await latestHas(editor.made, 'closingword');
});

test('when the session has ended the words wait for the next sign-in', async () => {
  const { owner, made } = editor;
  const page = await editor.open();
  await owner.clearCookies();
  await typeAtEnd(page, 'm7', ' sessionword');
  await stands(page, 'signed-out');
  await expect(page.locator('[data-saving]')).toHaveText('Not saved, sign in again');
  const opened = owner.waitForEvent('page');
  await page.getByRole('link', { name: /Sign in/ }).click();
  const signing = await opened;
  await signing.waitForURL('**/sign-in?**');
  await signInContext(owner, editor.longhand, made.account);
  await signing.close();
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await stands(page, 'saved');
  await latestHas(made, 'sessionword');
});

test('a second tab reads along, and can take over with what is not saved yet', async () => {
  const { owner, made } = editor;
  const first = await editor.open();
  const second = await owner.newPage();
  await second.goto(made.url);
  await second.getByText('You’re editing this transcript in another tab').waitFor();
  await typeAtEnd(first, 'm8', ' firsttab');
  await second.getByText('firsttab').waitFor();
  await changesNothing(second);
  await first.keyboard.type(' unsaved');
  await second.getByRole('button', { name: 'Edit here' }).click();
  await editable(second);
  await stands(first, 'elsewhere');
  await second.getByText('firsttab unsaved').waitFor();
  await typeAtEnd(second, 'm8', ' secondtab');
  await stands(second, 'saved');
  await latestHas(made, 'firsttab unsaved secondtab');
  await second.close();
  await editable(first);
});

test('a tab edits again when the one that asked for the transcript is closed before it has it', async () => {
  const { owner, made, longhand } = editor;
  const page = await editor.open();
  const other = await owner.newPage();
  await other.goto(`${longhand.baseUrl}/favicon.svg`);
  const isElsewhere = stands(page, 'elsewhere');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has only its own origin
  await other.evaluate((name) => new BroadcastChannel(name).postMessage('give'), `transcript:${made.jobId}`);
  await isElsewhere;
  await other.close();
  await stands(page, 'saved');
  await editable(page);
  await typeAtEnd(page, 'm11', ' takenback');
  await latestHas(made, 'takenback');
});

test('without a network another tab takes over what was typed, shows it, and saves it later', async () => {
  const { owner, made } = editor;
  const first = await editor.open();
  const second = await owner.newPage();
  await second.goto(made.url);
  await second.getByText('You’re editing this transcript in another tab').waitFor();
  await owner.setOffline(true);
  await typeAtEnd(first, 'm10', ' offlinetab');
  await stands(first, 'unreachable');
  await second.getByRole('button', { name: 'Edit here' }).click();
  await editable(second);
  await second.getByText('offlinetab').waitFor();
  await stands(second, 'unreachable');
  await typeAtEnd(second, 'm10', ' secondofflinetab');
  await owner.setOffline(false);
  await stands(second, 'saved');
  await latestHas(made, 'offlinetab secondofflinetab');
  await second.close();
  await editable(first);
});

test('a proxy that answers 404 for a while closes no editor', async () => {
  const page = await editor.open();
  const answer = { status: 404, contentType: 'text/html', body: '<h1>Not found</h1>' };
  await page.route('**/editor/data/**', (route) => route.fulfill(answer));
  await typeAtEnd(page, 'm11', ' behindproxy');
  await stands(page, 'unreachable');
  await page.unroute('**/editor/data/**');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await stands(page, 'saved');
  await latestHas(editor.made, 'behindproxy');
});

test('a guest whose browser blocks all site data can edit, and use the palette', async () => {
  const { made, browser } = editor;
  const context = await freshContext(browser);
  await context.addInitScript(() => {
    for (const [owner, name] of [
      [globalThis, 'localStorage'],
      [globalThis, 'sessionStorage'],
      [IDBFactory.prototype, 'open'],
    ] as const) {
      Object.defineProperty(owner, name, {
        get() {
          throw new DOMException('The request was denied.', 'SecurityError');
        },
      });
    }
    Object.assign(LockManager.prototype, {
      async request() {
        throw new DOMException('Access to the Locks API is denied.', 'SecurityError');
      },
    });
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(made.sharedUrl);
  await editable(page);
  await page.getByText('This browser can’t store drafts').waitFor();
  await typeAtEnd(page, 'm12', ' blockeddata');
  await stands(page, 'saved');
  await latestHas(made, 'blockeddata');
  await page.keyboard.press('Control+Shift+P');
  await page.getByRole('dialog').getByLabel('Search commands').waitFor();
  assert.deepEqual(errors, []);
});

test('text that the server rejected is copied without a clipboard, or shown where the browser refuses', async () => {
  const page = await editor.open();
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  const answer = {
    status: 400,
    contentType: 'application/problem+json',
    body: '{"status":400,"detail":"No."}',
  };
  await page.route('**/edit', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill(answer) : route.continue(),
  );
  await typeAtEnd(page, 'm13', ' rejectedword');
  await stands(page, 'refused');
  await page.evaluate(() => {
    document.addEventListener('copy', () => {
      Object.assign(globalThis, { copiedText: (document.activeElement as HTMLTextAreaElement).value });
    });
  });
  await page.getByRole('button', { name: 'Copy unsaved text' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.match(
    await page.evaluate(() => (globalThis as unknown as { copiedText: string }).copiedText),
    /rejectedword$/,
  );

  await page.evaluate(() => {
    Object.assign(document, {
      execCommand() {
        return false;
      },
    });
  });
  await typeAtEnd(page, 'm13', ' again');
  await page.getByRole('button', { name: 'Copy unsaved text' }).click();
  await page.getByText('The browser didn’t allow copying.').waitFor();
  await page.getByLabel('Unsaved text').getByText('rejectedword again').waitFor();
  await page.getByRole('button', { name: 'Copy unsaved text' }).click();
  await page.getByRole('button', { name: 'Press Ctrl+C to copy' }).waitFor();
  assert.match(await page.evaluate(() => String(getSelection())), /rejectedword again$/);
});

test('a link that is revoked closes the open editor before it can show anything more, and says so', async () => {
  const { client, made } = editor;
  const page = await editor.openAsGuest();
  const save = async (word: string): Promise<void> => {
    const { revision, monologues } = await client.read();
    const change = { put: [saying(monologues[0], word)] };
    assert.equal((await client.save(revision, change)).status, 200);
  };
  await save('beforehand');
  await page.getByText('beforehand').waitFor();
  await revoke(made);
  await save('afterwards');
  await stands(page, 'closed');
  assert.equal(await getText(page, 'm0'), 'beforehand');
  await page.getByText('This link expired or was revoked').waitFor();
  await expect(page.locator('[role=textbox]')).toHaveAttribute('contenteditable', 'false');
});

test('a link that is revoked before the editor hears the server closes it too, and says so', async () => {
  const { guest, longhand } = editor;
  const other = await makeSharedTranscript(longhand, { words: 60, monologues: 2 });
  let go = (): void => {};
  const isRevoked = new Promise<void>((resolve) => (go = resolve));
  await guest.route('**/events?*', async (route) => {
    await isRevoked;
    await route.continue();
  });
  const page = await editor.openAsGuest();
  await openEditor(page, other.sharedUrl);
  await revoke(other);
  go();
  await stands(page, 'closed');
  await page.getByText('This link expired or was revoked').waitFor();
  await guest.unroute('**/events?*');
});

test('a link that expires closes the open editor', async () => {
  const { longhand } = editor;
  const other = await makeSharedTranscript(longhand, { words: 60, monologues: 2 });
  const page = await editor.openAsGuest();
  await openEditor(page, other.sharedUrl);
  await stands(page, 'saved');
  await longhand.sql`update share_links set expires_at = now() where id = ${other.shareId}`;
  await stands(page, 'closed');
  await expect(page.locator('[role=textbox]')).toHaveAttribute('contenteditable', 'false');
});

test('a guest’s open page asks for nothing and sends nothing once the link is revoked, and offers what was not saved', async () => {
  const other = await makeSharedTranscript(editor.longhand, { words: 60, monologues: 2 });
  const context = await freshContext(editor.browser);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await page.clock.install();
  // Under this fake clock, the page keeps no performance marks, which other tests wait for.
  await page.goto(other.sharedUrl);
  await page.locator('[role=textbox][contenteditable=true]').waitFor();
  await page.getByLabel('Your name').waitFor();
  await page.keyboard.press('Alt+Shift+KeyR');
  // By then the first passage is selected, and nothing else moves the caret.
  await page
    .locator('[data-panel]')
    .getByText(/^1 of \d+/)
    .waitFor();
  await page.route('**/edit', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await typeAtEnd(page, 'm1', ' unsavedwords');
  await stands(page, 'unreachable');
  await revoke(other);
  await stands(page, 'closed');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  await expect(page.getByLabel('Your name')).toHaveCount(0);
  await page.getByRole('alert').getByText('This link expired or was revoked').waitFor();
  await page.getByText('You don’t have access to the recording.').waitFor({ state: 'attached' });
  await page.clock.runFor('02:00');
  await page.evaluate(() => {
    for (const event of ['focus', 'online', 'pagehide']) window.dispatchEvent(new Event(event));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.locator('[data-monologue]').first().click();
  await page.clock.runFor('02:00');
  assert.deepEqual(requests, []);
  await checkPage(page);
  await page.getByRole('button', { name: 'Copy unsaved text' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /unsavedwords$/);
  const asked = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  assert.equal((await asked).type(), 'beforeunload');
});

/** Presses keys that change a text, in a read-only tab. */
async function changesNothing(page: Page): Promise<void> {
  const monologues = page.locator('[data-monologue]');
  const before = await monologues.allTextContents();
  await monologues.first().click();
  for (const key of ['Alt+1', 'Alt+2', 'Alt+i', 'Control+z']) await page.keyboard.press(key);
  await page.keyboard.press('Alt+s');
  await page.keyboard.press('Control+h');
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find' }).fill('firsttab');
  await page.locator('[data-count]', { hasText: '1' }).waitFor();
  await expect(page.getByRole('button', { name: /^Replace/ })).toHaveCount(0);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.keyboard.press('Escape');
  for (const name of ['Undo', 'Redo']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-disabled', 'true');
  }
  assert.deepEqual(await monologues.allTextContents(), before);
}

async function revoke({ account, shareId }: SharedTranscript): Promise<void> {
  const { db, close } = connect(editor.longhand.databaseUrl, { max: 1 });
  try {
    await revokeShareLink(db, { accountId: account.id, linkId: shareId });
  } finally {
    await close();
  }
}
