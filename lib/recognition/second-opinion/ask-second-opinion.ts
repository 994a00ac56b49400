import { EngineFailure, type Engine, type PieceOptions } from '#lib/recognition/engine';
import { matchLanguage } from '#lib/recognition/options/match-language';
import type { RecognizedPiece } from '#lib/recognition/pieces/recognize-pieces';
import { compareTexts } from '#lib/recognition/second-opinion/compare-texts';

/*
 * The confidence of words that have none: a second, smaller model recognizes the same piece, and words that only one of
 * the two finds are doubtful. Measured with Moonshine base and tiny on 24 English clips (786 words, 21 of them wrong):
 * 29 words differ, of which 12 are wrong (41%); of the 757 others, 9 are (1.2%).
 */

/** The confidence of a word that both models recognize, or only the first. */
export const confidenceOf = { agreed: 0.99, differing: 0.6 } as const;

/** The maximum time that a second opinion adds per piece; Moonshine tiny takes 0.07 s per second of sound. */
const timeoutMs = 60_000;

interface SecondOpinion {
  open: () => Promise<Engine>;
  asked: Pick<PieceOptions, 'language'>;
  timeoutMs?: number;
}

/**
 * Returns each word's confidence from a second model; undefined if incomparable. Throws on failure, timeout, or abort.
 */
export async function askSecondOpinion(
  { piece, words, language }: RecognizedPiece,
  pcmPath: string,
  { open, asked, timeoutMs: limitMs = timeoutMs }: SecondOpinion,
  signal: AbortSignal,
): Promise<number[] | undefined> {
  const spoken = language ?? asked.language;
  if (words.length === 0 || spoken === undefined) return undefined;
  const engine = await open();
  const told = matchLanguage(spoken, engine.description.capabilities);
  if (told === undefined) return undefined;
  const other = await within(limitMs, signal, (stop) =>
    engine.recognize(pcmPath, piece, { language: told, vocabulary: [] }, stop),
  );
  const isEnglish = new Intl.Locale(spoken).language === 'en';
  const toTexts = (heard: ReadonlyArray<{ text: string }>) => heard.map(({ text }) => text);
  const agrees = compareTexts(toTexts(words), toTexts(other.words), { isEnglish });
  return agrees.map((agreed) => (agreed ? confidenceOf.agreed : confidenceOf.differing));
}

/**
 * Runs work with a time limit. Not `AbortSignal.any`: with a signal that outlives the work, it leaks memory (Node
 * 20.20).
 */
async function within<T>(
  ms: number,
  signal: AbortSignal,
  work: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const follow = () => stop.abort(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener('abort', follow, { once: true });
  const timer = setTimeout(() => stop.abort(new EngineFailure(`no response within ${ms} ms`)), ms);
  try {
    return await work(stop.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', follow);
  }
}
