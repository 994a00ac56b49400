import { z } from 'zod';
import type { RecognizedWord } from '#lib/recognition/engine';
import { readLanguage } from '#lib/recognition/models/whisper-language';
import { restorePunctuation } from '#lib/recognition/engines/openai/restore-punctuation';
import type { Piece } from '#lib/recognition/pieces/piece';
import { spreadWords } from '#lib/recognition/words/spread-words';
import { placeInOrder } from '#lib/recognition/words/place-in-order';
import { joinWords, toGap } from '#lib/transcript/text/join-words';

/** A server's words for a piece, and their language, if given. */
export interface ReadTranscript {
  words: RecognizedWord[];
  language: string | undefined;
  /** True if the server timed each word. */
  timed: boolean;
}

type Range = Pick<Piece, 'startMs' | 'endMs'>;

const amount = z.number().nullish().catch(null);

const timedWord = z.object({
  word: z.string().optional(),
  text: z.string().optional(),
  start: z.number(),
  end: z.number(),
  probability: amount,
});

const timedSegment = z.object({
  text: z.string(),
  start: z.number(),
  end: z.number(),
  avg_logprob: amount,
  compression_ratio: amount,
  words: z.array(timedWord).nullish().catch(null),
});

/** A response in any of the API's formats. Invalid lists count as left out. */
const answer = z
  .object({
    text: z.string().optional(),
    language: z.string().nullish().catch(null),
    words: z.array(timedWord).nullish().catch(null),
    segments: z.array(timedSegment).nullish().catch(null),
  })
  .refine(({ text, words, segments }) => text !== undefined || words != null || segments != null);

type Answer = z.output<typeof answer>;
type Segment = z.output<typeof timedSegment>;

/**
 * Reads a successful response in any format: words with times (OpenAI, speaches), else segments with spread words
 * (vLLM, LocalAI), else text spread over the piece. Clamps times to the piece and orders them. Undefined for other
 * bodies.
 */
export function readAnswer(body: string, contentType: string, piece: Range): ReadTranscript | undefined {
  const parsed = parse(body, contentType);
  if (parsed === undefined) return undefined;
  const language = readLanguage(parsed.language ?? '');
  const segments = readSegments(parsed, piece);
  const timed = readWords(parsed, segments, piece);
  if (timed.length > 0) return { words: timed, language, timed: true };
  return { words: spreadText(parsed, segments, piece), language, timed: false };
}

function parse(body: string, contentType: string): Answer | undefined {
  if (/html/i.test(contentType) || /\p{Cc}/u.test(body.replaceAll(/\s/g, ''))) return undefined;
  const json = parseJson(body);
  if (typeof json === 'object') return answer.safeParse(json).data;
  if (typeof json === 'string') return { text: json };
  // Plain text, even just a number, but no truncated JSON or a proxy's HTML page.
  return /json/i.test(contentType) || /^\s*(?:\{|<!|<html)/i.test(body) ? undefined : { text: body };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

interface TimedSegment extends Range {
  text: string;
  gap?: string;
  confidence: number | undefined;
  words: Segment['words'];
}

function readSegments({ segments }: Answer, piece: Range): TimedSegment[] {
  const unit = findUnit(segments ?? []);
  const placed = place(
    (segments ?? []).map((segment) => ({
      ...segment,
      text: segment.text.trim(),
      space: readSpace(segment.text),
    })),
    unit,
    piece,
  );
  const known = placed.filter(({ text }) => text !== '');
  // If all times are equal, there are none.
  if (known.every(({ startMs, endMs }) => startMs === endMs)) return [];
  return withGaps(known).map(({ words, avg_logprob, compression_ratio, ...segment }) => {
    // Unknown values are -1 in vLLM and 0 in others, neither of which is a log probability.
    const isKnown = typeof avg_logprob === 'number' && avg_logprob < 0 && (compression_ratio ?? 1) > 0;
    return { ...segment, words, confidence: isKnown ? Math.exp(avg_logprob) : undefined };
  });
}

function readWords(
  { text, words }: Answer,
  segments: readonly TimedSegment[],
  piece: Range,
): RecognizedWord[] {
  const listed = words == null || words.length === 0 ? segments.flatMap(({ words }) => words ?? []) : words;
  const spoken = listed
    .map((word) => ({ ...word, written: word.word ?? word.text ?? '' }))
    .map((word) => ({ ...word, text: word.written.trim(), space: readSpace(word.written) }))
    .filter((word) => word.text !== '');
  const placed = place(spoken, findUnit(spoken), piece);
  if (placed.every(({ startMs, endMs }) => startMs === endMs)) return [];
  const timed = withGaps(placed).map(({ text, gap, startMs, endMs, probability }) => {
    const own = typeof probability === 'number' && probability >= 0 && probability <= 1;
    const middleMs = (startMs + endMs) / 2;
    const confidence = own
      ? probability
      : segments.find((segment) => segment.startMs <= middleMs && middleMs <= segment.endMs)?.confidence;
    return withConfidence({ text, startMs, endMs, ...(gap !== undefined && { gap }) }, confidence);
  });
  return restorePunctuation(text ?? joinWords(segments), timed);
}

function spreadText({ text }: Answer, segments: readonly TimedSegment[], piece: Range): RecognizedWord[] {
  if (segments.length === 0) return spreadWords(text ?? '', piece);
  return segments.flatMap((segment) =>
    spreadWords(segment.text, segment).map((word, i) => {
      const { gap } = i === 0 ? segment : word;
      return withConfidence({ ...word, ...(gap !== undefined && { gap }) }, segment.confidence);
    }),
  );
}

/** Returns a text's leading white space, which Whisper's tokens have after a space. */
function readSpace(text: string): string {
  return /^\s*/u.exec(text)?.[0] ?? '';
}

/** Returns texts with the gaps between them, unless none has one: such a list was merely trimmed. */
function withGaps<Item extends { text: string; space: string }>(
  items: readonly Item[],
): Array<Omit<Item, 'space'> & { gap?: string }> {
  const isTold = items.some(({ space }, i) => i > 0 && space !== '');
  return items.map(({ space, ...item }, i) => {
    const before = items[i - 1]?.text;
    return { ...item, ...(isTold && before !== undefined && toGap(before, item.text, space)) };
  });
}

function withConfidence(word: RecognizedWord, confidence: number | undefined): RecognizedWord {
  return confidence === undefined ? word : { ...word, confidence: Math.round(confidence * 1000) / 1000 };
}

/** Returns milliseconds per unit of time: seconds, or nanoseconds (over a million) in older versions of LocalAI. */
function findUnit(times: readonly { end: number }[]): number {
  return times.some(({ end }) => end > 1e6) ? 1e-6 : 1000;
}

/** Converts times to the recording's, clamped to the piece and in order. */
function place<T extends { start: number; end: number }>(
  timed: readonly T[],
  unit: number,
  piece: Range,
): (T & Range)[] {
  const toMs = (time: number) => piece.startMs + Math.round(time * unit);
  return placeInOrder(
    timed.map((item) => ({ ...item, startMs: toMs(item.start), endMs: toMs(item.end) })),
    piece,
  );
}
