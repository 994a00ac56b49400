import { after, before, test } from 'node:test';
import type { Browser } from 'playwright';
import { startLonghand, type Longhand } from '#e2e/support/start-longhand';
import { startBrowser } from '#e2e/support/browser';
import {
  makeSharedTranscript,
  openEditorTab,
  ownerContext,
  latestHas,
  stands,
} from '#e2e/support/editor/editor';
import { typeAtEnd } from '#e2e/support/editor/editor-text';

/* An open editor whose server is killed. */

let longhand: Longhand;
let browser: Browser;

before(async () => {
  [longhand, browser] = await Promise.all([startLonghand(), startBrowser()]);
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

test('a server that dies while someone types has everything soon after it is back', async () => {
  const made = await makeSharedTranscript(longhand, { words: 60, monologues: 8 });
  const page = await openEditorTab(await ownerContext(browser, made), made.url);
  await typeAtEnd(page, 'm6', ' beforekill');
  await longhand.kill();
  await page.keyboard.type(' afterkill');
  await stands(page, 'unreachable');
  await longhand.startAgain();
  await stands(page, 'saved');
  await latestHas(made, 'beforekill afterkill');
  await page.close();
});
