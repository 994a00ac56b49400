import { toSubRip, toWebVtt } from '#lib/exports/captions/to-captions';
import type { JobResult, ResultFacts } from '#lib/api/dialects/find-result';
import type { ResponseFormat, RequestOptions } from '#lib/api/openai/contract';
import {
  averageLogprob,
  compressionRatio,
  getSpan,
  toLogprob,
  toSeconds,
  toSegments,
  type Segment,
} from '#lib/api/dialects/segments';
import { joinWords, withBlank, type JoinedWord } from '#lib/transcript/text/join-words';
import { nameLanguage } from '#lib/recognition/models/whisper-language';
import { toTranscript, type Transcript } from '#lib/revisions/read-transcript';
import type { TranscriptSource } from '#lib/revisions/transcript-source';

/** A word's log probability, in the form of a token in OpenAI's API. */
export interface LogprobView {
  token: string;
  logprob: number;
  bytes: number[];
}

/** Returns the media type of a response. */
export function getMediaType({ format }: Pick<RequestOptions, 'format'>): string {
  return format.endsWith('json') ? 'application/json' : 'text/plain; charset=utf-8';
}

/** Formats a version of a transcript as requested. */
export function writeTranscription({
  source,
  facts,
  requested,
}: {
  source: TranscriptSource;
  facts: ResultFacts;
  requested: RequestOptions;
}): string {
  const transcript = toTranscript(source);
  switch (requested.format) {
    case 'text':
      return `${getText(transcript)}\n`;
    case 'srt':
      return toSubRip(transcript);
    case 'vtt':
      return toWebVtt(transcript);
    case 'json':
    case 'verbose_json':
    case 'diarized_json':
      return JSON.stringify(views[requested.format]({ ...facts, transcript }, requested));
  }
}

/** Returns all spoken words in one line. */
export function getText({ monologues }: Transcript): string {
  return joinWords(monologues.flatMap(({ words }) => words));
}

/** Formats a segment with its speaker, as in `diarized_json` and streams. */
export function presentSpokenSegment(segment: Segment, index: number): Record<string, unknown> {
  const { words, speaker } = segment;
  return {
    type: 'transcript.text.segment',
    id: `seg_${index}`,
    ...getSpan(segment),
    speaker,
    text: joinWords(words),
  };
}

/** Returns the probabilities of words that follow `before`, if any; omits words without a confidence. */
export function presentLogprobs(
  words: ReadonlyArray<JoinedWord & { confidence?: number }>,
  { before }: { before?: string | undefined } = {},
): LogprobView[] {
  return words.flatMap(({ text, gap, confidence }, i) => {
    if (confidence === undefined) return [];
    const token = withBlank(i === 0 ? before : words[i - 1]?.text, { text, gap });
    return [{ token, logprob: toLogprob(confidence), bytes: [...Buffer.from(token)] }];
  });
}

type View = (result: JobResult, requested: RequestOptions) => Record<string, unknown>;

const views: Record<Extract<ResponseFormat, `${string}json`>, View> = {
  json: (result, { logprobs }) => ({
    text: getText(result.transcript),
    ...(logprobs && {
      logprobs: presentLogprobs(result.transcript.monologues.flatMap(({ words }) => words)),
    }),
    usage: presentUsage(result),
  }),
  verbose_json: (result, { times, translate }) => ({
    task: translate ? 'translate' : 'transcribe',
    language: result.language === null ? 'unknown' : nameLanguage(result.language),
    duration: toSeconds(result.durationSeconds * 1000),
    text: getText(result.transcript),
    ...(times.words && {
      words: result.transcript.monologues.flatMap(({ words }) =>
        words.map(({ text, startMs, endMs }) => ({
          word: text,
          start: toSeconds(startMs),
          end: toSeconds(endMs),
        })),
      ),
    }),
    ...(times.segments && { segments: presentSegments(toSegments(result.transcript)) }),
    usage: presentUsage(result),
  }),
  diarized_json: (result) => ({
    task: 'transcribe',
    duration: toSeconds(result.durationSeconds * 1000),
    text: getText(result.transcript),
    segments: toSegments(result.transcript).map(presentSpokenSegment),
    usage: presentUsage(result),
  }),
};

/** The segments' texts, joined, equal the transcript's. The first also begins with a blank, like Whisper's tokens. */
function presentSegments(segments: readonly Segment[]): Array<Record<string, unknown>> {
  return segments.map((segment, id) =>
    presentSegment(segment, { id, before: segments[id - 1]?.words.at(-1)?.text ?? '' }),
  );
}

/** Formats a segment like Whisper's decoder. Members that only a decoder knows get the values of a certain result. */
function presentSegment(
  segment: Segment,
  { id, before }: { id: number; before: string },
): Record<string, unknown> {
  const { words, speaker } = segment;
  const text = joinWords(words);
  const { start, end } = getSpan(segment);
  return {
    ...{ id, seek: Math.round(start * 100), start, end, text: withBlank(before, { ...words[0], text }) },
    ...{ tokens: [], temperature: 0, avg_logprob: averageLogprob(words) },
    ...{ compression_ratio: compressionRatio(text), no_speech_prob: 0, speaker },
  };
}

function presentUsage({ durationSeconds }: JobResult): { type: 'duration'; seconds: number } {
  return { type: 'duration', seconds: Math.ceil(durationSeconds) };
}
