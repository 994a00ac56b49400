import type { TimedToken } from '#lib/transcript/align/align';
import type { Passage } from '#lib/transcript/review/low-confidence';

/** What is looked at of a paragraph; see `TimedMonologue`. */
interface Paragraph {
  from: number;
  to: number;
  tokens: readonly TimedToken[];
  tags: readonly number[];
}

/** Where in which paragraph the speech is to be written, when it is said, and the word behind it. */
interface MissedSpeech extends Passage {
  monologue: number;
  from: number;
  to: number;
  text: string;
}

/** The words that the machine did not hear: written by a person. */
export function listWritten(monologues: readonly Paragraph[]): TimedToken[] {
  return monologues.flatMap(({ tokens }) => tokens.filter(({ machine }) => machine === undefined));
}

/**
 * Where speech that was not understood is to be written, in the paragraph with the machine word behind it, else at the end of the
 * last one; undefined once something was `written` or tagged at that time, in whatever paragraph.
 */
export function findMissedSpeech(
  monologues: readonly Paragraph[],
  { passage: { startMs, endMs }, word }: { passage: Passage; word: number },
  written: readonly TimedToken[],
): MissedSpeech | undefined {
  const isWritten = written.some((token) => token.startMs < endMs && token.endMs > startMs);
  if (isWritten) return undefined;
  const found = monologues.findIndex(({ from, to }) => from <= word && word < to);
  const number = found === -1 ? monologues.length - 1 : found;
  const monologue = monologues[number];
  if (monologue === undefined) return undefined;
  const { tokens, tags } = monologue;
  const behind = tokens.findIndex((token) => token.startMs >= startMs);
  const previous = tokens[behind === -1 ? tokens.length - 1 : behind - 1];
  const next = behind === -1 ? undefined : tokens[behind];
  const at = previous?.to ?? next?.from ?? 0;
  if (tags.some((tag) => tag >= at && tag < (next?.from ?? Infinity))) return undefined;
  return { monologue: number, from: at, to: at, startMs, endMs, text: next?.text ?? '' };
}
