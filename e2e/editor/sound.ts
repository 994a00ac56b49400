import type { Page } from 'playwright';
import { openEditor } from '../support/editor';
import { waitFor } from '../support/wait';

/** What the page's media element does now; times in seconds. */
export function soundOf(page: Page) {
  return page.evaluate(() => {
    const media = document.querySelector('video');
    if (media === null) throw new Error('there is no media element');
    const { currentTime, duration, paused, playbackRate, preservesPitch, src } = media;
    return { at: currentTime, duration, isPlaying: !paused, playbackRate, preservesPitch, src };
  });
}

/** Opens the editor at this address, and waits until the recording can be played. */
export async function openPlayer(page: Page, url: string): Promise<void> {
  await openEditor(page, url);
  await soundIsReady(page);
}

/** Waits until the recording can be played. */
export async function soundIsReady(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
}

/** The word that is shown as being said; empty when there is none. */
export function playingWord(page: Page): Promise<string> {
  return page.evaluate(() => [...(CSS.highlights.get('playing-word') ?? [])].map(String).join(''));
}

/** Waits until this word is shown as the one that is being said. */
export async function wordShows(page: Page, text: string | undefined): Promise<void> {
  await page.waitForFunction(
    (asked) => [...(CSS.highlights.get('playing-word') ?? [])].map(String).join('') === asked,
    text,
  );
}

/** Waits until the sound is where `isThere` says. */
export function soundWhere(
  page: Page,
  what: string,
  isThere: (sound: Awaited<ReturnType<typeof soundOf>>) => boolean,
): Promise<Awaited<ReturnType<typeof soundOf>>> {
  return waitFor(what, async () => {
    const sound = await soundOf(page);
    return isThere(sound) ? sound : undefined;
  });
}

/** Where the middle of a word is on the screen; `nth` counts from 0 in the whole text. */
export function placeOfWord(page: Page, nth: number): Promise<{ x: number; y: number; text: string }> {
  return page.evaluate((wanted) => {
    let seen = 0;
    for (const paragraph of document.querySelectorAll('[role=textbox] p')) {
      const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (const { 0: text, index } of (node.nodeValue ?? '').matchAll(/\S+/gu)) {
          if (seen++ < wanted) continue;
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + text.length);
          if (range.getBoundingClientRect().width === 0) paragraph.scrollIntoView({ block: 'center' });
          const { left, top, width, height } = range.getBoundingClientRect();
          return { x: left + width / 2, y: top + height / 2, text };
        }
      }
    }
    throw new Error(`there are only ${seen} words`);
  }, nth);
}

/** A word of the machine with its time in seconds. */
export interface SpokenWord {
  text: string;
  start: number;
  end: number;
}

/** The machine's words, from the editor's data at this address. */
export async function readWords(page: Page, dataUrl: string): Promise<SpokenWord[]> {
  const answer = await page.request.get(`${dataUrl}/words`);
  const columns = (await answer.json()) as { texts: string[]; startMs: number[]; durationMs: number[] };
  let at = 0;
  return columns.texts.map((text, i) => {
    at += columns.startMs[i] ?? 0;
    return { text, start: at / 1000, end: (at + (columns.durationMs[i] ?? 0)) / 1000 };
  });
}

/** The slider of the position. */
export const sliderOf = (page: Page) => page.getByRole('slider', { name: 'Position in the recording' });

/** Puts the sound, which does not play, at a moment that is a multiple of three seconds, by the slider. */
export async function standAt(page: Page, second: number): Promise<void> {
  await sliderOf(page).press('Home');
  await soundWhere(page, 'the beginning', ({ at }) => at === 0);
  for (let at = 3; at <= second; at += 3) await sliderOf(page).press('ArrowRight');
  await soundWhere(page, `second ${second}`, ({ at }) => Math.abs(at - second) < 0.1);
}

/** Plays, and tells at which second it begins. */
export async function resumedAt(page: Page): Promise<number> {
  await page.evaluate(() => {
    const media = document.querySelector('video');
    media?.addEventListener('playing', () => Object.assign(globalThis, { begun: media.currentTime }), {
      once: true,
    });
    Object.assign(globalThis, { begun: undefined });
  });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const begun = await page.waitForFunction(() => (globalThis as unknown as { begun?: number }).begun);
  return Number(await begun.jsonValue());
}
