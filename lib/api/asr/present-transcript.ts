import type { Output } from '#lib/api/asr/contract';
import type { RequestOptions } from '#lib/api/asr/read-request-options';
import type { JobResult, ResultFacts } from '#lib/api/dialects/find-result';
import {
  averageLogprob,
  compressionRatio,
  getSpan,
  toSeconds,
  toSegments,
  type Segment,
} from '#lib/api/dialects/segments';
import { toSubRip, toWebVtt } from '#lib/exports/captions/to-captions';
import { writeLanguage } from '#lib/recognition/models/whisper-language';
import { joinWords, withBlank } from '#lib/transcript/text/join-words';
import { toTranscript, type TranscriptWord } from '#lib/revisions/read-transcript';
import type { TranscriptSource } from '#lib/revisions/transcript-source';

/* The formats that the service writes with faster-whisper (app/utils.py), with speakers as in WhisperX. */

/** Formats a version of a transcript as requested. */
export function writeTranscript({
  source,
  facts,
  requested,
}: {
  source: TranscriptSource;
  facts: ResultFacts;
  requested: RequestOptions;
}): string {
  return writers[requested.output]({ ...facts, transcript: toTranscript(source) }, requested);
}

type Write = (result: JobResult, requested: RequestOptions) => string;

const writers: Record<Output, Write> = {
  txt: ({ transcript }, requested) =>
    toLines(
      toSegments(transcript).map((segment) => withSpeaker(joinWords(segment.words), segment, requested)),
    ),
  srt: ({ transcript }) => toSubRip(transcript),
  vtt: ({ transcript }, requested) => toWebVtt(transcript, { speakers: isByVoice(requested) }),
  tsv: ({ transcript }) =>
    toLines(['start\tend\ttext', ...toSegments(transcript).map((segment) => toRow(segment).join('\t'))]),
  json: ({ transcript, language }, requested) => {
    const segments = toSegments(transcript).map((segment, i, all) =>
      presentSegment(segment, { id: i + 1, before: all[i - 1], requested }),
    );
    return JSON.stringify({
      language: language === null ? null : writeLanguage(language),
      segments,
      text: segments.map(({ text }) => text).join(''),
    });
  },
};

function isByVoice({ speakers }: RequestOptions): boolean {
  return speakers !== undefined;
}

function toLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Times are in whole milliseconds. */
function toRow({ words }: Segment): Array<string | number> {
  const [first, last] = [words[0], words.at(-1)];
  const times = [first?.startMs ?? 0, last?.endMs ?? 0].map((ms) => Math.round(ms));
  return [...times, joinWords(words).replaceAll('\t', ' ')];
}

function withSpeaker(text: string, segment: Segment, requested: RequestOptions): string {
  return isByVoice(requested) ? `[${nameSpeaker(segment)}]: ${text}` : text;
}

function nameSpeaker({ speakerId }: Segment): string {
  return `SPEAKER_${String(speakerId).padStart(2, '0')}`;
}

/** Formats a segment like faster-whisper. Members that only a decoder knows get the values of a certain result. */
function presentSegment(
  segment: Segment,
  { id, before, requested }: { id: number; before: Segment | undefined; requested: RequestOptions },
): { text: string } {
  const text = joinWords(segment.words);
  // The first segment also begins with a blank, like Whisper's tokens.
  const last = before?.words.at(-1)?.text ?? '';
  const { start, end } = getSpan(segment);
  return {
    ...{
      id,
      seek: Math.round(start * 100),
      start,
      end,
      text: withBlank(last, { ...segment.words[0], text }),
      tokens: [],
    },
    ...{ avg_logprob: averageLogprob(segment.words), compression_ratio: compressionRatio(text) },
    ...{
      no_speech_prob: 0,
      words: requested.words ? presentWords(segment.words, last) : null,
      temperature: 0,
    },
    ...(isByVoice(requested) && { speaker: nameSpeaker(segment) }),
  };
}

/** The words, joined, equal their segment's text. A word without a confidence counts as certain. */
function presentWords(words: readonly TranscriptWord[], before: string): Array<Record<string, unknown>> {
  return words.map(({ text, startMs, endMs, confidence, gap }, i) => ({
    ...{ start: toSeconds(startMs), end: toSeconds(endMs) },
    word: withBlank(i === 0 ? before : words[i - 1]?.text, { text, gap }),
    probability: confidence ?? 1,
  }));
}
