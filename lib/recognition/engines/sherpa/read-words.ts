import type { RecognizedWord } from '#lib/recognition/engine';
import { locateTokens } from '#lib/recognition/engines/sherpa/locate-tokens';
import { splitWords } from '#lib/transcript/text/split-words';
import { spreadWords } from '#lib/recognition/words/spread-words';
import { clamp } from '#lib/recognition/words/place-in-order';

/** The recognizer process's answer for a piece: sherpa-onnx's result, in seconds; lists match `tokens` or are empty. */
export interface RecognizedTokens {
  text: string;
  /** With `▁` or a space where a word begins; bytes that are no whole character as `<0xE4>`. */
  tokens: string[];
  times: number[];
  durations: number[];
  /** Natural logarithms of the probability of each token. */
  logProbs: number[];
  /** Stretches of the text with times, where a Whisper model can't time its tokens; empty otherwise. */
  segments: Array<{ text: string; start: number; duration: number }>;
  /** As the model names it: `en`, `<|en|>`, empty. */
  language: string;
}

/** A token without a duration ends where the next one begins, but a pause behind it is none of its own. */
const maxTokenMs = 480;

/** Marks that are written, but not said: models emit them in the pause behind a word. */
const unspoken = /^(?:(?![%&@#§‰])\p{P})+$/u;

interface TimedToken {
  start: number;
  end: number;
  startMs: number;
  endMs: number;
  logProb: number | undefined;
}

/**
 * The words of a recognized piece: their times lie inside the piece and in order, and a word's confidence is the geometric
 * mean of the probabilities of its tokens. `delayMs` is how late the model writes what it heard. Without times the words are
 * spread over their segment, or the whole piece.
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
  // The beam search adds the weight of hotwords, so a sum may lie above zero.
  const mean = logProbs.reduce((sum, logProb) => sum + Math.min(0, logProb), 0) / logProbs.length;
  return { confidence: clamp(Math.exp(mean), 0, 1) };
}
