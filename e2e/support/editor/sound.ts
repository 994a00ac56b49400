import type { Page } from 'playwright';
import type { EvaluatingPage } from '#e2e/support/browsers/driver';
import { openEditor } from '#e2e/support/editor/editor';
import { waitFor } from '#e2e/support/wait';

/** What the page's media element does now; times in seconds. */
export function getSound(page: EvaluatingPage) {
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
export function playingWord(page: EvaluatingPage): Promise<string> {
  return page.evaluate(() => [...(CSS.highlights.get('playing-word') ?? [])].map(String).join(''));
}

/** Waits until this word is shown as the one that is being said. */
export async function wordShows(page: EvaluatingPage, text: string | undefined): Promise<void> {
  await page.waitForFunction(
    (asked) => [...(CSS.highlights.get('playing-word') ?? [])].map(String).join('') === asked,
    text,
  );
}

/** Waits until the sound is where `isThere` says. */
export function soundWhere(
  page: EvaluatingPage,
  what: string,
  isThere: (sound: Awaited<ReturnType<typeof getSound>>) => boolean,
): Promise<Awaited<ReturnType<typeof getSound>>> {
  return waitFor(what, async () => {
    const sound = await getSound(page);
    return isThere(sound) ? sound : undefined;
  });
}

/** Where the middle of a word is on the screen; `nth` counts from 0 in the whole text. */
export function getWordPosition(
  page: EvaluatingPage,
  nth: number,
): Promise<{ x: number; y: number; text: string }> {
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
export const findSlider = (page: Page) => page.getByRole('slider', { name: 'Position in the recording' });

/** Puts the sound, which does not play, at a moment that is a multiple of three seconds, by the slider. */
export async function standAt(page: Page, second: number): Promise<void> {
  await findSlider(page).press('Home');
  await soundWhere(page, 'the beginning', ({ at }) => at === 0);
  for (let at = 3; at <= second; at += 3) await findSlider(page).press('ArrowRight');
  await soundWhere(page, `second ${second}`, ({ at }) => Math.abs(at - second) < 0.1);
}

/**
 * What happened to the sound of a page, in order, times in seconds: its position was set, it was started, it was given
 * another address (where it was left), a word was painted as being said; and beats of the page's own, each with the word
 * that was shown.
 */
export type SoundEntry =
  | { did: 'go'; at: number; to: number }
  | { did: 'play'; at: number }
  | { did: 'load'; at: number }
  | { did: 'paint'; at: number; word: string }
  | { did: 'beat'; at: number; word: string };

/** Notes from now on what happens to the sound of this page; `readSound` gives it. */
export async function recordSound(page: Page): Promise<void> {
  // The compiler of this file names inner functions by a helper of its own.
  await page.evaluate('globalThis.__name ??= (named) => named');
  await page.evaluate(() => {
    const notes = globalThis as unknown as { sound?: SoundEntry[] };
    const isNew = notes.sound === undefined;
    notes.sound = [];
    if (!isNew) return;
    const media = document.querySelector('video');
    const highlight = CSS.highlights.get('playing-word');
    const own = Object.getOwnPropertyDescriptors(HTMLMediaElement.prototype);
    if (media === null || highlight === undefined) throw new Error('there is no player');
    const note = (entry: SoundEntry) => void notes.sound?.push(entry);
    Object.defineProperty(media, 'currentTime', {
      get: () => own.currentTime.get?.call(media) as number,
      set(to: number) {
        note({ did: 'go', at: media.currentTime, to });
        own.currentTime.set?.call(media, to);
      },
    });
    Object.defineProperty(media, 'src', {
      get: () => own.src.get?.call(media) as string,
      set(address: string) {
        note({ did: 'load', at: media.currentTime });
        own.src.set?.call(media, address);
      },
    });
    media.play = () => {
      note({ did: 'play', at: media.currentTime });
      return HTMLMediaElement.prototype.play.call(media);
    };
    highlight.add = (range) => {
      Highlight.prototype.add.call(highlight, range);
      note({ did: 'paint', at: media.currentTime, word: [...highlight].map(String).join('') });
      return highlight;
    };
    const beat = (): void => {
      note({ did: 'beat', at: media.currentTime, word: [...highlight].map(String).join('') });
      // oxlint-disable-next-line longhand/no-wall-clock -- what was due before a beat has run by the next one
      setTimeout(beat, 50);
    };
    beat();
  });
}

/** What has happened since `recordSound`. */
export const readSound = (page: Page): Promise<SoundEntry[]> =>
  page.evaluate(() => (globalThis as unknown as { sound: SoundEntry[] }).sound);

/** What of this kind has happened since `recordSound`, as soon as it has so often. */
export function soundDid<Did extends SoundEntry['did']>(
  page: Page,
  did: Did,
  times = 1,
): Promise<Array<Extract<SoundEntry, { did: Did }>>> {
  return waitFor(`${did}, ${times} times`, async () => {
    const all = await readSound(page);
    const found = all.filter((entry): entry is Extract<SoundEntry, { did: Did }> => entry.did === did);
    return found.length >= times ? found : undefined;
  });
}

type Beat = Extract<SoundEntry, { did: 'beat' }>;

/**
 * Each two beats without a change of position in between. What the player had to do at the first one, its timers have
 * done by the second: they were due before it, on any machine.
 */
export function beatPairs(all: readonly SoundEntry[]): Array<[first: Beat, second: Beat]> {
  const pairs: Array<[Beat, Beat]> = [];
  let before: Beat | undefined;
  for (const entry of all) {
    if (entry.did === 'go' || entry.did === 'load') before = undefined;
    if (entry.did !== 'beat') continue;
    if (before !== undefined) pairs.push([before, entry]);
    before = entry;
  }
  return pairs;
}

/** Does something that starts the sound, and tells at which second it began. */
export async function begunBy(page: Page, act: () => Promise<void>): Promise<number> {
  await recordSound(page);
  await act();
  const [begun] = await soundDid(page, 'play');
  return begun?.at ?? Number.NaN;
}
