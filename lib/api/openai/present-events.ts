import type { RequestOptions } from '#lib/api/openai/contract';
import { getText, presentLogprobs, presentSpokenSegment } from '#lib/api/openai/present-transcription';
import { toSegments } from '#lib/api/dialects/segments';
import { toTranscript, type Transcript } from '#lib/revisions/read-transcript';
import type { TranscriptSource } from '#lib/revisions/transcript-source';
import { joinWords, withBlank } from '#lib/transcript/text/join-words';

/** A word, as in both pieces and transcripts. */
export interface SpokenWord {
  text: string;
  startMs: number;
  endMs: number;
  confidence?: number;
  gap?: string;
}

/** The words already sent, back to where unsent ones may follow. */
export interface Told {
  /** No word still to come begins before this. */
  fromMs: number;
  words: readonly SpokenWord[];
  /** The last word sent, if any. */
  before?: string | undefined;
}

/** Writes the events that end a stream: the unsent words, then the whole text. */
export function writeEndEvents({
  source,
  told,
  requested,
}: {
  source: TranscriptSource;
  told: Told;
  requested: RequestOptions;
}): string {
  const transcript = toTranscript(source);
  let { before } = told;
  const deltas = findRest(transcript, told)
    .filter((words) => words.length > 0)
    .map((words) => {
      const delta = presentDelta(words, { before, requested });
      before = words.at(-1)?.text;
      return delta;
    });
  return [...deltas, ...presentEnd(transcript, requested)].map(toEvent).join('');
}

/** Returns the event that sends words, following the word `before`. */
export function presentDelta(
  words: readonly SpokenWord[],
  { before, requested }: { before: string | undefined; requested: RequestOptions },
): Record<string, unknown> {
  return {
    type: 'transcript.text.delta',
    delta: withBlank(before, { ...words[0], text: joinWords(words) }),
    ...(requested.logprobs && { logprobs: presentLogprobs(words, { before }) }),
  };
}

/** Formats an event of the stream. */
export function toEvent(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** Returns the unsent words, by monologue. Two channels may contain the same word at the same time. */
function findRest({ monologues }: Transcript, { fromMs, words: told }: Told): SpokenWord[][] {
  const toldTimes = new Map<string, number>();
  for (const key of told.map(toKey)) toldTimes.set(key, (toldTimes.get(key) ?? 0) + 1);
  const isRest = (word: SpokenWord): boolean => {
    const key = toKey(word);
    const times = toldTimes.get(key) ?? 0;
    toldTimes.set(key, times - 1);
    return times <= 0;
  };
  return monologues.map(({ words }) => words.filter((word) => word.startMs >= fromMs && isRest(word)));
}

/** Keys a word by its times and letters, which the transcript keeps, unlike its case and punctuation. */
function toKey({ text, startMs, endMs }: SpokenWord): string {
  return `${startMs} ${endMs} ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')}`;
}

function* presentEnd(
  transcript: Transcript,
  { format, logprobs }: RequestOptions,
): Generator<Record<string, unknown>> {
  if (format === 'diarized_json') {
    for (const [i, segment] of toSegments(transcript).entries()) yield presentSpokenSegment(segment, i);
  }
  const words = transcript.monologues.flatMap((monologue) => monologue.words);
  yield {
    type: 'transcript.text.done',
    text: getText(transcript),
    ...(logprobs && { logprobs: presentLogprobs(words) }),
  };
}
