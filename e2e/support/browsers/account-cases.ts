import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readClips } from '#e2e/support/speech';
import { isHydrated, shows, signIn } from './editor-page';
import { roles } from './page';
import type { Stage } from './stage';

/** The way in. */
export function testSignIn(stage: Stage): void {
  test('the form signs in', async () => {
    const { page, proxy, account } = stage;
    await signIn(page, proxy, account);
  });
}

/** A recording on its way to a transcript, from the list of transcripts. */
export function testUpload(stage: Stage): void {
  test('a recording that is chosen is uploaded and transcribed, and the list follows', async () => {
    const { page } = stage;
    const clip = (await readClips())[1]?.file ?? assert.fail();
    await isHydrated(page);
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
