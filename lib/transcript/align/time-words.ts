import type { MachineWord } from '#lib/transcript/model';
import { areAlike, wordForm } from '#lib/transcript/align/word-form';
import type { Span } from '#lib/transcript/align/word-range';

/** Words, their machine words, the links between them, and the times so far. */
interface Timing {
  words: readonly { text: string }[];
  heard: readonly MachineWord[];
  links: Int32Array;
  starts: Float64Array;
  ends: Float64Array;
}

/**
 * Returns times, within `span`, of words with links to machine words (-1 for none). A word that equals or resembles its
 * machine word gets its time. Between such words, if the machine heard equally many, times map one to one; otherwise
 * words share them by letters, and if it heard none, they share the pause. If one word replaces several, or several
 * replace one, letter counts decide: a corrected word absorbs adjacent machine words or cedes time to adjacent words if
 * that fits better.
 */
export function timeWords(
  words: readonly { text: string }[],
  heard: readonly MachineWord[],
  links: Int32Array,
  span: Span,
): { starts: Float64Array; ends: Float64Array } {
  const starts = new Float64Array(words.length);
  const ends = new Float64Array(words.length);
  const timing = { words, heard, links, starts, ends };
  for (const [i, link] of links.entries()) {
    starts[i] = heard[link]?.startMs ?? 0;
    ends[i] = heard[link]?.endMs ?? 0;
  }
  let before = -1;
  for (let i = 0; i <= words.length; i++) {
    if (i < words.length && !areAlike(words[i]?.text, heard[getLink(timing, i)]?.text)) continue;
    timeBetween(timing, before, i, span);
    before = i;
  }
  return { starts, ends };
}

/** Times the words between `before` and `after`, exclusive, where -1 and the number of words are the ends. */
function timeBetween(timing: Timing, before: number, after: number, span: Span): void {
  const { words, heard, starts, ends } = timing;
  const from = before < 0 ? 0 : getLink(timing, before) + 1;
  const to = after < words.length ? getLink(timing, after) : heard.length;
  const count = after - before - 1;
  const first = before + 1;
  const earliest = before < 0 ? span.startMs : (ends[before] ?? 0);
  const latest = after < words.length ? (starts[after] ?? 0) : span.endMs;
  if (count === 0) {
    if (from < to) absorb(timing, before, after, from, to);
  } else if (count === to - from) {
    for (let i = 0; i < count; i++) {
      starts[first + i] = heard[from + i]?.startMs ?? 0;
      ends[first + i] = heard[from + i]?.endMs ?? 0;
    }
  } else if (from < to) {
    share(timing, first, after, heard.slice(from, to));
  } else if (belongsTo(timing, before, first, after)) {
    share(timing, before, after, [{ startMs: starts[before] ?? 0, endMs: earliest }]);
  } else if (belongsTo(timing, after, first, after)) {
    share(timing, first, after + 1, [{ startMs: latest, endMs: ends[after] ?? 0 }]);
  } else {
    share(timing, first, after, [{ startMs: Math.min(earliest, latest), endMs: latest }]);
  }
}

/** Gives the time of unreplaced machine words to the changed words on both sides. */
function absorb(timing: Timing, before: number, after: number, from: number, to: number): void {
  const { heard, starts, ends } = timing;
  let first = from;
  for (let surplus = getSurplus(timing, before); first < to; first++) {
    const letters = wordForm(heard[first]?.text ?? '').length;
    if (Math.abs(surplus - letters) >= Math.abs(surplus)) break;
    surplus -= letters;
    ends[before] = heard[first]?.endMs ?? 0;
  }
  let last = to;
  for (let surplus = getSurplus(timing, after); last > first; last--) {
    const letters = wordForm(heard[last - 1]?.text ?? '').length;
    if (Math.abs(surplus - letters) >= Math.abs(surplus)) break;
    surplus -= letters;
    starts[after] = heard[last - 1]?.startMs ?? 0;
  }
}

/** True if, by letters, the machine heard the changed word `linked` and the adjacent words `from` to `to` as one. */
function belongsTo(timing: Timing, linked: number, from: number, to: number): boolean {
  const missing = -getSurplus(timing, linked);
  let letters = 0;
  for (let i = from; i < to; i++) letters += wordForm(timing.words[i]?.text ?? '').length;
  return Math.abs(missing - letters) < missing;
}

/** Returns the letters that a word has more than the machine word that it replaces; 0 if it is unchanged or added. */
function getSurplus(timing: Timing, word: number): number {
  const text = timing.words[word]?.text;
  const heard = timing.heard[getLink(timing, word)]?.text;
  if (text === undefined || heard === undefined || text === heard) return 0;
  return wordForm(text).length - wordForm(heard).length;
}

function getLink(timing: Timing, word: number): number {
  return timing.links[word] ?? -1;
}

/** Divides spans of time among the words `from` to `to` by letters, skipping the pauses between spans. */
function share({ words, starts, ends }: Timing, from: number, to: number, spans: readonly Span[]): void {
  let letters = 0;
  for (let i = from; i < to; i++) letters += 1 + (words[i]?.text.length ?? 0);
  const perLetter = spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) / letters;
  let at = 0;
  let left = getLength(spans[0]);
  const timeNow = () => Math.round((spans[at]?.endMs ?? 0) - left);
  for (let i = from; i < to; i++) {
    // A word that begins at the end of a span begins with the next one instead.
    while (left < 0.5 && at + 1 < spans.length) left += getLength(spans[++at]);
    starts[i] = timeNow();
    left -= perLetter * (1 + (words[i]?.text.length ?? 0));
    while (left < -0.5 && at + 1 < spans.length) left += getLength(spans[++at]);
    ends[i] = i === to - 1 ? Math.round(spans.at(-1)?.endMs ?? 0) : timeNow();
  }
}

function getLength(span: Span | undefined): number {
  return span ? span.endMs - span.startMs : 0;
}
