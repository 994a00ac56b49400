import type { RecognizedWord } from '#lib/recognition/engine';
import { locateTokens } from '#lib/recognition/engines/sherpa/locate-tokens';
import { splitWords } from '#lib/transcript/text/split-words';
import { spreadWords } from '#lib/recognition/words/spread-words';
import { clamp } from '#lib/recognition/words/place-in-order';

/** The recognizer process's result for a piece, from sherpa-onnx, in seconds. Lists match `tokens` or are empty. */
export interface RecognizedTokens {
  text: string;
  /** A word starts with `▁` or a space. Bytes of a partial character are written like `<0xE4>`. */
  tokens: string[];
  times: number[];
  durations: number[];
  /** Natural logarithms of the tokens' probabilities. */
  logProbs: number[];
  /** Timed segments of the text if a Whisper model can't time its tokens; empty otherwise. */
  segments: Array<{ text: string; start: number; duration: number }>;
  /** As the model names it: `en`, `<|en|>`, or empty. */
  language: string;
}

/** A token without a duration lasts until the next one, up to this limit, so that it excludes a pause. */
const maxTokenMs = 480;

/** Punctuation that isn't spoken. Models emit it in the pause after a word. */
const unspoken = /^(?:(?![%&@#§‰])\p{P})+$/u;

interface TimedToken {
  start: number;
  end: number;
  startMs: number;
  endMs: number;
  logProb: number | undefined;
}

/**
 * Returns the words of a recognized piece, with times within the piece and in order. A word's confidence is the
 * geometric mean of its tokens' probabilities. `delayMs` is the model's output delay. Without times, words are spread
 * over their segment or the whole piece.
 */
export function readWords(
  recognized: RecognizedTokens,
  piece: { startMs: number; endMs: number },
  delayMs = 0,
): RecognizedWord[] {
  const tokens = timeTokens(recognized, piece.startMs - delayMs);
  if (tokens.length === 0) return spreadSegments(recognized, piece);
  let earliestMs = piece.startMs;
  let next = 0;
  return splitWords(recognized.text).map(({ start, end, ...word }) => {
    while ((tokens[next]?.end ?? Infinity) <= start) next += 1;
    const own: TimedToken[] = [];
    for (let i = next; (tokens[i]?.start ?? Infinity) < end; i += 1) own.push(...tokens.slice(i, i + 1));
    const startMs = clamp(own[0]?.startMs ?? earliestMs, earliestMs, piece.endMs);
    const isSaid = (token: TimedToken) => !unspoken.test(recognized.text.slice(token.start, token.end));
    const endMs = clamp((own.findLast(isSaid) ?? own.at(-1))?.endMs ?? startMs, startMs, piece.endMs);
    earliestMs = endMs;
    return { ...word, startMs, endMs, ...findConfidence(own) };
  });
}

function spreadSegments(
  { text, segments }: RecognizedTokens,
  piece: { startMs: number; endMs: number },
): RecognizedWord[] {
  if (segments.length === 0) return spreadWords(text, piece);
  let earliestMs = piece.startMs;
  return segments.flatMap((segment) => {
    const startMs = clamp(piece.startMs + Math.round(segment.start * 1000), earliestMs, piece.endMs);
    const endMs = clamp(startMs + Math.round(segment.duration * 1000), startMs, piece.endMs);
    earliestMs = endMs;
    return spreadWords(segment.text, { startMs, endMs });
  });
}

function timeTokens(
  { text, tokens, times, durations, logProbs }: RecognizedTokens,
  zeroMs: number,
): TimedToken[] {
  if (times.length !== tokens.length) return [];
  const toMs = (seconds: number) => zeroMs + Math.round(seconds * 1000);
  return locateTokens(text, tokens).map(({ token, start, end }) => {
    const seconds = times[token] ?? 0;
    const startMs = toMs(seconds);
    const duration = durations[token] ?? 0;
    const nextMs = toMs(times.slice(token + 1).find((time) => time > seconds) ?? Infinity);
    const endMs = duration > 0 ? toMs(seconds + duration) : Math.min(nextMs, startMs + maxTokenMs);
    return { start, end, startMs, endMs, logProb: logProbs[token] };
  });
}

function findConfidence(tokens: readonly TimedToken[]): { confidence?: number } {
  const logProbs = tokens.flatMap(({ logProb }) => logProb ?? []);
  if (logProbs.length === 0) return {};
  // The beam search adds hotword weights, so a log probability may be positive.
  const mean = logProbs.reduce((sum, logProb) => sum + Math.min(0, logProb), 0) / logProbs.length;
  return { confidence: clamp(Math.exp(mean), 0, 1) };
}
