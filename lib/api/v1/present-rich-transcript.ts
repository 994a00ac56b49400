import type { z } from 'zod';
import { presentRecognition } from '#lib/api/v1/present-recognition';
import type { richTranscript } from '#lib/api/v1/schemas';
import { toJson } from '#lib/exports/json/to-json';
import type { RecognitionRecord } from '#lib/recognition/record';
import { toTranscript, type Transcript } from '#lib/revisions/read-transcript';
import type { TranscriptSource } from '#lib/revisions/transcript-source';

/** Writes the JSON of a transcript's version with all details of each word. */
export function writeRichTranscript({
  source,
  record,
}: {
  source: TranscriptSource;
  record: RecognitionRecord | null;
}): string {
  return JSON.stringify(presentRichTranscript(toTranscript(source), record));
}

/** Presents a transcript with each word's speaker, confidence (three decimals) and language. */
export function presentRichTranscript(
  transcript: Transcript,
  record: RecognitionRecord | null,
): z.input<typeof richTranscript> {
  const { speakers, monologues } = toJson(transcript);
  const ofRecording = record?.language ?? undefined;
  return {
    speakers,
    monologues: monologues.map((monologue, at) => ({
      ...monologue,
      elements: monologue.elements.map((element, i) => {
        const { confidence, language, isTag } = transcript.monologues[at]?.words[i] ?? {};
        const spoken = isTag === true ? undefined : (language ?? ofRecording);
        return {
          ...element,
          speaker: monologue.speaker,
          ...(confidence !== undefined && { confidence: Math.round(confidence * 1000) / 1000 }),
          ...(spoken !== undefined && { language: spoken }),
        };
      }),
    })),
    ...(record !== null && { recognition: presentRecognition(record) }),
  };
}
