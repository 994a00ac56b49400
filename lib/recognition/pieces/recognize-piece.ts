import { type Engine, EngineFailure, type PieceOptions, type PieceTranscript } from '#lib/recognition/engine';
import { clipSpeech, type Piece, type Span, sumSpans } from '#lib/recognition/pieces/piece';
import { findLoops } from '#lib/recognition/words/find-loops';
import { tidyWords } from '#lib/recognition/words/tidy-words';
import { findQuietPoint } from '#lib/recognition/pieces/find-quiet-point';

/*
 * Models now and then answer a piece full of speech with nothing, or with one phrase again and again. Where exactly the piece
 * begins and ends decides it, so it is cut otherwise. Of 320 stretches of real speech, cut at fixed lengths, Moonshine base
 * left 23 empty: in two parts it heard words in all of them, from half a second later in 13, Moonshine tiny in 10. Parts have less
 * context, though: where there is silence before the piece, half a second of it is tried first, which gave all words of a call.
 */

/** A piece with less speech may rightly have no words: a breath or a knock can pass for 0.3 s of speech. */
export const minSpeechMs = 500;
/** The most that a piece begins earlier when it is tried again, as far as there is no speech, and the least that is worth it. */
const earlier = { mostMs: 500, leastMs: 200 };
/** A part begins so much later when it is tried again. Pieces begin 0.3 s before speech, so little of it is left out. */
const laterMs = 500;
/**
 * A phrase three times in a row at this pace is worth another try: all loops of phrases seen ran at 5 words a second and more, and
 * people speak 2 to 4. Nothing is lost where they did speak so fast: the parts then have the same words.
 */
const suspiciousRate = 5;
/** A phrase of three words and more is worth it at any pace: but in songs, people rarely say it three times in a row. */
const suspiciousPhraseWords = 3;
const minSingleWords = 4;
const minPhrasesWords = 8;
/** Before a recording has had pieces that were understood, so much may be tried again. */
const graceMs = 60_000;

/** The means to try a piece again that came back empty. */
export interface RetryOptions {
  /** A channel's speech; undefined without voice activity detection, and then nothing is tried again. */
  getSpeech: (channel: number) => readonly Span[] | undefined;
  /** Another model and its options; undefined without one. Loaded when a piece needs it. */
  openOther: () => Promise<{ engine: Engine; asked: PieceOptions } | undefined>;
}

/** One stretch of sound and its options. */
interface Attempt {
  pcmPath: string;
  asked: PieceOptions;
  signal: AbortSignal;
}

/**
 * Returns a function that recognizes the pieces of one recording, and tries those with speech again that come back empty: with up
 * to half a second of the silence before, then cut in two at the longest pause, each part that is still empty from half a second
 * later, and what is left by another model. One with a loop is tried again in two parts, which count if neither is empty nor has one, then by another model.
 * What is tried again is at most twice as long as what was tried before, and a minute: noise that passes for speech costs three times its
 * length. The function throws as `Engine.recognize` does at its first attempt; a later one that fails counts as empty, since
 * a piece without words is worth more than a job that fails.
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

  /** The words stay inside the piece: in the silence before it there are none. */
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
    // A piece that is empty from end to end is one stretch again: models hear more in longer ones.
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

/** Parts one behind the other; the language is that of most words. */
function join(parts: readonly PieceTranscript[]): PieceTranscript {
  const [longest] = parts.toSorted((a, b) => b.words.length - a.words.length);
  return { ...longest, words: parts.flatMap(({ words }) => words) };
}

/** A shorter stretch stays whole: of less than a second, models hear little. */
const minPartMs = 1000;

/** Cuts a stretch in two at its longest pause, or where it is quietest; a part is a second or more, or it stays whole. */
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
