import type { Page } from 'playwright';
import type { EvaluatingPage } from '#e2e/support/browsers/driver';
import { openEditor } from '#e2e/support/editor/editor';
import { waitFor } from '#e2e/support/wait';

/** Returns the state of the page's media element; times in seconds. */
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

/** Returns the word that is highlighted as playing; empty if there is none. */
export function playingWord(page: EvaluatingPage): Promise<string> {
  return page.evaluate(() => [...(CSS.highlights.get('playing-word') ?? [])].map(String).join(''));
}

/** Waits until this word is highlighted as playing. */
export async function wordShows(page: EvaluatingPage, text: string | undefined): Promise<void> {
  await page.waitForFunction(
    (asked) => [...(CSS.highlights.get('playing-word') ?? [])].map(String).join('') === asked,
    text,
  );
}

/** Waits until the sound's state matches `isThere`. */
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

/** Returns the center of a word on the screen; `nth` counts from 0 in the whole text. */
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

/** A machine word with its time in seconds. */
export interface SpokenWord {
  text: string;
  start: number;
  end: number;
}

/** Reads the machine words from the editor's data at this address. */
export async function readWords(page: Page, dataUrl: string): Promise<SpokenWord[]> {
  const answer = await page.request.get(`${dataUrl}/words`);
  const columns = (await answer.json()) as { texts: string[]; startMs: number[]; durationMs: number[] };
  let at = 0;
  return columns.texts.map((text, i) => {
    at += columns.startMs[i] ?? 0;
    return { text, start: at / 1000, end: (at + (columns.durationMs[i] ?? 0)) / 1000 };
  });
}

/** Returns the position slider. */
export const findSlider = (page: Page) => page.getByRole('slider', { name: 'Position in the recording' });

/** Moves the paused sound to a time that is a multiple of three seconds, with the slider. */
export async function standAt(page: Page, second: number): Promise<void> {
  await findSlider(page).press('Home');
  await soundWhere(page, 'the beginning', ({ at }) => at === 0);
  for (let at = 3; at <= second; at += 3) await findSlider(page).press('ArrowRight');
  await soundWhere(page, `second ${second}`, ({ at }) => Math.abs(at - second) < 0.1);
}

/**
 * An event of a page's sound, in order; times in seconds: its position was set, it was started, it was given another
 * address (and its position at that time), or a word was highlighted as playing. Regular beats tell which word was
 * highlighted at that time.
 */
export type SoundEntry =
  | { did: 'go'; at: number; to: number }
  | { did: 'play'; at: number }
  | { did: 'load'; at: number }
  | { did: 'paint'; at: number; word: string }
  | { did: 'beat'; at: number; word: string };

/** Records the events of this page's sound from now on; `readSound` returns them. */
export async function recordSound(page: Page): Promise<void> {
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

/** Returns the events since `recordSound`. */
export const readSound = (page: Page): Promise<SoundEntry[]> =>
  page.evaluate(() => (globalThis as unknown as { sound: SoundEntry[] }).sound);

/** Waits for this many events of this kind since `recordSound`, and returns them. */
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
 * Returns each two consecutive beats without a change of position in between. The player's timers due at the first beat
 * have run by the second, on any machine.
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

/** Runs an action that starts the sound; returns the second at which it began. */
export async function begunBy(page: Page, act: () => Promise<void>): Promise<number> {
  await recordSound(page);
  await act();
  const [begun] = await soundDid(page, 'play');
  return begun?.at ?? Number.NaN;
}
