import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hydrated } from '#e2e/support/account/hydrated';
import { readClips } from '#e2e/support/speech';
import { shows, signIn } from './editor-page';
import { roles } from './page';
import type { Stage } from './stage';

/** Tests signing in. */
export function testSignIn(stage: Stage): void {
  test('the form signs in', async () => {
    const { page, proxy, account } = stage;
    await signIn(page, proxy, account);
  });
}

/** Tests rows of tabs that are wider than a phone. */
export function testTabs(stage: Stage): void {
  test('on a phone, a row of tabs begins at the open one, and can be scrolled away from it', async () => {
    const { page, proxy } = stage;
    await page.driver.resize(360, 640);
    try {
      await page.driver.open(`${proxy.baseUrl}/developers/sandbox`);
      await hydrated(page);
      // Not every browser's window can be as narrow as a phone: mount the row again at a smaller width.
      await page.evaluate(() => {
        const row = document.querySelector<HTMLElement>('main nav');
        if (row === null) return;
        row.style.maxWidth = '300px';
        row.replaceWith(row.cloneNode(true));
      });
      await page.waitForFunction(() => {
        const row = document.querySelector('main nav');
        const tab = row?.querySelector('[aria-current=page]')?.getBoundingClientRect();
        if (!row || !tab || row.scrollLeft === 0) return false;
        const { left, right } = row.getBoundingClientRect();
        return tab.left >= left && tab.right <= right + 1;
      });
      // For a moment the open tab is a snap point: wait until it no longer is.
      const isFree = () => {
        const row = document.querySelector('main nav');
        row?.scrollTo({ left: 0, behavior: 'instant' });
        return row?.scrollLeft === 0;
      };
      await page.waitForFunction(isFree);
    } finally {
      await page.driver.resize(1280, 800);
      await page.driver.open(`${proxy.baseUrl}/jobs`);
      await hydrated(page);
    }
  });
}

/** Tests recording with the browser's fake microphone. */
export function testRecording(stage: Stage): void {
  test('a recording by microphone is uploaded, and has its length and price', async () => {
    const { page } = stage;
    await hydrated(page);
    await page.click({ selector: roles.button, name: 'Record' });
    await page.click({ selector: roles.button, name: 'Start recording' });
    await page.waitForFunction(() =>
      /:0[2-9]/.test(document.querySelector('[role=timer]')?.textContent ?? ''),
    );
    await page.click({ selector: roles.button, name: 'Stop' });
    await page.click({ selector: roles.button, name: 'Upload' });
    await shows(page, 'main li fieldset', /Transcribe for \$0\.25/);
    await shows(page, 'main li fieldset', /0:0[2-9]/);
    await page.click({ selector: roles.button, name: /^Remove Recording, / });
    await page.click({ selector: '[role=dialog] button', name: 'Remove' });
  });
}

/** Tests uploading and transcribing a recording from the list of transcripts. */
export function testUpload(stage: Stage): void {
  test('a recording that is chosen is uploaded and transcribed, and the list follows', async () => {
    const { page } = stage;
    const clip = (await readClips())[1]?.file ?? assert.fail();
    await hydrated(page);
    await page.driver.upload('input[type=file]', [clip]);
    await page.click({ selector: roles.button, name: /^Transcribe for / });
    const name = clip.split('/').at(-1) ?? '';
    await page.waitForFunction((name) => {
      const links = [...document.querySelectorAll('main tr a')];
      return links.some((link) => link.textContent === name);
    }, name);
    await page.click({ selector: roles.link, name });
    await page.hasAddress(/\/editor\/\w{22}$/);
    await shows(page, '[role=textbox] p', /\w+ \w+/);
  });
}
