import { toJson } from '#lib/exports/json/to-json';
import { toTranscript } from '#lib/revisions/read-transcript';
import type { TranscriptSource } from '#lib/revisions/transcript-source';

/** Writes the JSON of a transcript's version as in the earlier revision: elements without times. */
export function writeTranscript({ source }: { source: TranscriptSource }): string {
  const { speakers, monologues } = toJson(toTranscript(source));
  return JSON.stringify({
    speakers,
    monologues: monologues.map(({ elements, ...monologue }) => ({
      ...monologue,
      elements: elements.map(({ type, value }) => ({ type, value })),
    })),
  });
}
