import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getSound, getWordPosition, playingWord, soundWhere, wordShows } from '#e2e/support/editor/sound';
import { waitFor } from '#e2e/support/wait';
import { roles } from './page';
import type { Stage } from './stage';

/** Tests the recording beside the text. */
export function testSound(stage: Stage): void {
  describe('the recording', () => {
    before(async () => {
      const { page } = stage;
      await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
      // Without an audio device, Firefox plays only muted media.
      await page.click({ selector: roles.button, name: 'Volume' });
      await page.click({ selector: roles.button, name: 'Mute' });
      await page.press('Escape');
    });
    after(() => stage.page.evaluate(() => document.querySelector('video')?.pause()));

    const isAt = (seconds: number) =>
      soundWhere(stage.page, `second ${seconds}`, ({ at }) => Math.abs(at - seconds) < 0.3);
    const getStart = (word: number) => (stage.words[word]?.startMs ?? Number.NaN) / 1000;

    test('it plays and pauses, and the word that is said is shown', async () => {
      const { page } = stage;
      await page.click({ selector: roles.button, name: 'Play' });
      await soundWhere(page, 'the sound to move on', ({ at, isPlaying }) => isPlaying && at > 1);
      const shown = await waitFor('a word', async () => (await playingWord(page)) || undefined);
      await waitFor('another word', async () => ((await playingWord(page)) !== shown ? true : undefined));
      const { at, word } = await page.evaluate(() => ({
        at: document.querySelector('video')?.currentTime ?? Number.NaN,
        word: [...(CSS.highlights.get('playing-word') ?? [])].map(String).join(''),
      }));
      const near = stage.words.filter(({ startMs }) => Math.abs(startMs / 1000 - at) < 2);
      assert.ok(
        near.some(({ text }) => text === word),
        `${word} at ${at}`,
      );
      await page.click({ selector: roles.button, name: 'Pause' });
      await soundWhere(page, 'a pause', ({ isPlaying }) => !isPlaying);
    });

    test('the style sheets that the page makes are applied, also that of the waveform', async () => {
      const { page } = stage;
      await page.waitForFunction(() =>
        [...document.querySelectorAll('[role=slider] *')].some(
          ({ shadowRoot }) => (shadowRoot?.querySelectorAll('canvas').length ?? 0) > 0,
        ),
      );
      const refused = await page.evaluate(() => {
        const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
        return [document, ...shadows]
          .flatMap((root) => [...root.querySelectorAll('style')])
          .filter(({ sheet }) => (sheet?.cssRules.length ?? 0) === 0)
          .map(({ outerHTML }) => outerHTML);
      });
      assert.deepEqual(refused, []);
    });

    test('a double click on a word, the keys and the slider seek', async () => {
      const { page } = stage;
      const place = await getWordPosition(page, 20);
      await page.doubleClick(place);
      await isAt(getStart(20));
      await wordShows(page, place.text);
      const { at } = await getSound(page);
      await page.press('Alt+KeyL');
      await isAt(at + 3);
      await page.press('Alt+KeyJ');
      await isAt(at);
      await page.evaluate(() => document.querySelector<HTMLElement>('[role=slider]')?.focus());
      await page.press('Home');
      await isAt(0);
      await page.press('ArrowRight');
      await isAt(3);
    });

    test('Alt+click on a word seeks, and the keys play from the cursor at another speed', async () => {
      const { page } = stage;
      const place = await getWordPosition(page, 30);
      await page.driver.click(place, { held: ['Alt'] });
      await isAt(getStart(30));
      const other = await getWordPosition(page, 60);
      await page.driver.click(other);
      await page.press('Alt+=');
      const { playbackRate, preservesPitch } = await getSound(page);
      assert.deepEqual({ playbackRate, preservesPitch }, { playbackRate: 1.1, preservesPitch: true });
      await page.press('Control+Enter');
      await soundWhere(page, 'play', ({ isPlaying, at: now }) => isPlaying && now >= getStart(60) - 1);
      await page.press('Escape');
      await soundWhere(page, 'a pause', ({ isPlaying }) => !isPlaying);
    });

    test('typing while it plays leaves the playing word shown', async () => {
      const { page } = stage;
      await page.driver.click(await getWordPosition(page, 140));
      await page.press('Alt+KeyK');
      await soundWhere(page, 'play', ({ isPlaying }) => isPlaying);
      await page.type('abc');
      await waitFor('a word', async () => (await playingWord(page)) || undefined);
      await page.press('Escape');
      await soundWhere(page, 'a pause', ({ isPlaying }) => !isPlaying);
    });
  });
}
