import { type Engine, EngineFailure, type PieceOptions, type PieceTranscript } from '#lib/recognition/engine';
import { clipSpeech, type Piece, type Span, sumSpans } from '#lib/recognition/pieces/piece';
import { findLoops } from '#lib/recognition/words/find-loops';
import { tidyWords } from '#lib/recognition/words/tidy-words';
import { findQuietPoint } from '#lib/recognition/pieces/find-quiet-point';

/*
 * For some pieces full of speech, models return nothing, or one phrase over and over. That depends on the exact start
 * and end of the piece, so it is cut differently and retried. Of 320 spans of real speech, cut at fixed lengths,
 * Moonshine base returned nothing for 23: in two parts it recognized words in all of them, starting half a second later
 * in 13, and Moonshine tiny in 10. Parts have less context, though: if there is silence before the piece, half a second
 * of it is tried first, which recovered all words of a call.
 */

/** A piece with less speech may really have no words: a breath or a knock can pass for 0.3 s of speech. */
export const minSpeechMs = 500;
/** A retried piece starts up to `mostMs` earlier, within silence; less than `leastMs` isn't worth a retry. */
const earlier = { mostMs: 500, leastMs: 200 };
/** A retried part starts this much later. Pieces start 0.3 s before speech, so little speech is left out. */
const laterMs = 500;
/**
 * A phrase three times in a row at this many words per second is retried: all observed loops of phrases ran at 5 or
 * more, and people speak 2 to 4. If a person did speak that fast, nothing is lost: the parts then have the same words.
 */
const suspiciousRate = 5;
/**
 * A phrase of three or more words is retried at any pace: except in songs, people rarely say one three times in a row.
 */
const suspiciousPhraseWords = 3;
const minSingleWords = 4;
const minPhrasesWords = 8;
/** The retry budget at the start of a recording. */
const graceMs = 60_000;

/** The dependencies for retrying pieces that come back empty or with a loop. */
export interface RetryOptions {
  /** Returns a channel's speech; undefined without voice activity detection, and then nothing is retried. */
  getSpeech: (channel: number) => readonly Span[] | undefined;
  /** Opens another model, with its options, when a piece needs it; undefined if there is none. */
  openOther: () => Promise<{ engine: Engine; asked: PieceOptions } | undefined>;
}

/** The sound of an attempt and its options. */
interface Attempt {
  pcmPath: string;
  asked: PieceOptions;
  signal: AbortSignal;
}

/**
 * Returns a function that recognizes the pieces of one recording and retries those with speech that come back empty:
 * with up to half a second of the preceding silence, then cut in two at the longest pause, each part that is still
 * empty from half a second later, and what is still empty with another model. A piece with a loop is retried in two
 * parts, which are used if neither is empty or has a loop, then with another model. Retries are limited to a minute
 * plus twice the length of all pieces so far: noise that passes for speech costs up to three times its length. The
 * function throws as `Engine.recognize` does at its first attempt; a failed retry counts as empty, since a piece
 * without words is better than a failed job.
 */
export function createPieceRecognizer(
  engine: Engine,
  { getSpeech, openOther }: RetryOptions = noRetry,
): (piece: Piece, attempt: Attempt) => Promise<PieceTranscript> {
  let retriableMs = graceMs;

  const retry = async (by: Engine, stretch: Span, attempt: Attempt): Promise<PieceTranscript> => {
    const lengthMs = stretch.endMs - stretch.startMs;
    if (lengthMs > retriableMs) return nothing;
    retriableMs -= lengthMs;
    try {
      return await ask(by, stretch, attempt);
    } catch (error) {
      if (!(error instanceof EngineFailure) || attempt.signal.aborted) throw error;
      return nothing;
    }
  };

  /** Keeps the words within the piece: the silence before it has none. */
  const retryEarlier = async (piece: Piece, attempt: Attempt): Promise<PieceTranscript> => {
    const before = (getSpeech(piece.channel) ?? []).findLast(({ endMs }) => endMs <= piece.startMs);
    const startMs = Math.max(before?.endMs ?? 0, piece.startMs - earlier.mostMs);
    const longestMs = engine.description.capabilities.maxPieceSeconds * 1000;
    if (piece.startMs - startMs < earlier.leastMs || piece.endMs - startMs > longestMs) return nothing;
    const heard = await retry(engine, { startMs, endMs: piece.endMs }, attempt);
    return hasLoop(heard) ? nothing : { ...heard, words: tidyWords(heard.words, piece) };
  };

  const retryPart = async (part: Span, isWhole: boolean, attempt: Attempt): Promise<PieceTranscript> => {
    const heard = isWhole ? nothing : await retry(engine, part, attempt);
    const later = { ...part, startMs: part.startMs + laterMs };
    if (heard.words.length > 0 || later.endMs - later.startMs < minSpeechMs) return heard;
    return retry(engine, later, attempt);
  };

  const retryLoop = async (
    parts: readonly Span[],
    attempt: Attempt,
  ): Promise<PieceTranscript | undefined> => {
    if (parts.length === 1) return undefined;
    const heard: PieceTranscript[] = [];
    for (const part of parts) {
      const transcript = await retry(engine, part, attempt);
      if (transcript.words.length === 0 || hasLoop(transcript)) return undefined;
      heard.push(transcript);
    }
    return join(heard);
  };

  const retryByOther = async (stretch: Span, attempt: Attempt): Promise<PieceTranscript> => {
    const other = await openOther();
    if (other === undefined) return nothing;
    const longestMs = other.engine.description.capabilities.maxPieceSeconds * 1000;
    if (stretch.endMs - stretch.startMs > longestMs) return nothing;
    return retry(other.engine, stretch, { ...attempt, asked: other.asked });
  };

  const retryLoopByOther = async (piece: Piece, attempt: Attempt): Promise<PieceTranscript | undefined> => {
    const heard = await retryByOther(piece, attempt);
    return heard.words.length === 0 || hasLoop(heard) ? undefined : heard;
  };

  return async (piece, attempt) => {
    retriableMs += 2 * (piece.endMs - piece.startMs);
    const first = await ask(engine, piece, attempt);
    const speech = clipSpeech(getSpeech(piece.channel) ?? [], piece);
    const hasWords = first.words.length > 0;
    if ((hasWords && !hasLoop(first)) || sumSpans(speech) < minSpeechMs) return first;
    const parts = await splitPiece(attempt.pcmPath, piece, speech);
    if (hasWords)
      return (await retryLoop(parts, attempt)) ?? (await retryLoopByOther(piece, attempt)) ?? first;
    const whole = await retryEarlier(piece, attempt);
    if (whole.words.length > 0) return whole;
    const heard: PieceTranscript[] = [];
    for (const part of parts) heard.push(await retryPart(part, parts.length === 1, attempt));
    // If all parts are empty, the other model gets the whole piece: models recognize more in longer ones.
    const isEmpty = heard.every(({ words }) => words.length === 0);
    if (isEmpty) return join([first, await retryByOther(piece, attempt)]);
    for (const [at, part] of parts.entries()) {
      const hasSpeech = sumSpans(clipSpeech(speech, part)) >= minSpeechMs;
      if (heard[at]?.words.length === 0 && hasSpeech) heard[at] = await retryByOther(part, attempt);
    }
    return join(heard);
  };
}

const noRetry: RetryOptions = { getSpeech: () => undefined, openOther: () => Promise.resolve(undefined) };
const nothing: PieceTranscript = { words: [] };

async function ask(
  engine: Engine,
  stretch: Span,
  { pcmPath, asked, signal }: Attempt,
): Promise<PieceTranscript> {
  const heard = await engine.recognize(pcmPath, stretch, asked, signal);
  return { ...heard, words: tidyWords(heard.words, stretch) };
}

function hasLoop({ words }: PieceTranscript): boolean {
  const loops = findLoops(
    words,
    ({ phraseWords, words: count, wordsPerSecond }) =>
      phraseWords >= suspiciousPhraseWords ||
      (wordsPerSecond > suspiciousRate && count >= (phraseWords === 1 ? minSingleWords : minPhrasesWords)),
  );
  return loops.length > 0;
}

/** Joins parts in order; the language is that of the part with the most words. */
function join(parts: readonly PieceTranscript[]): PieceTranscript {
  const [longest] = parts.toSorted((a, b) => b.words.length - a.words.length);
  return { ...longest, words: parts.flatMap(({ words }) => words) };
}

/** The minimum length of a part: models recognize little in less than a second. */
const minPartMs = 1000;

/**
 * Cuts a span in two at its longest pause, else where it is quietest; it stays whole if a part would be shorter than a
 * second.
 */
async function splitPiece(pcmPath: string, stretch: Span, speech: readonly Span[]): Promise<Span[]> {
  const { startMs, endMs } = stretch;
  const least = startMs + minPartMs;
  const most = endMs - minPartMs;
  if (least > most) return [{ startMs, endMs }];
  let longest: { cutMs: number; pauseMs: number } | undefined;
  for (const [i, { endMs: fromMs }] of speech.entries()) {
    const next = speech[i + 1];
    if (next === undefined) break;
    const cutMs = Math.round((fromMs + next.startMs) / 2);
    const pauseMs = next.startMs - fromMs;
    if (cutMs >= least && cutMs <= most && pauseMs > (longest?.pauseMs ?? 0)) longest = { cutMs, pauseMs };
  }
  const cutMs = longest?.cutMs ?? (await findQuietMiddle(pcmPath, stretch));
  return [
    { startMs, endMs: cutMs },
    { startMs: cutMs, endMs },
  ];
}

async function findQuietMiddle(pcmPath: string, { startMs, endMs }: Span): Promise<number> {
  const edgeMs = Math.max(minPartMs, Math.round((endMs - startMs) / 4));
  return findQuietPoint(pcmPath, { startMs: startMs + edgeMs, endMs: endMs - edgeMs });
}
