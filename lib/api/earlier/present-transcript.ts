import { presentTranscript as presentCurrent } from '#lib/api/v1/present-transcript';
import type { Transcript } from '#lib/revisions/read-transcript';

/** A transcript as the earlier revision shows it: elements without times. */
export function presentTranscript(transcript: Transcript): unknown {
  const { speakers, monologues } = presentCurrent(transcript);
  return {
    speakers,
    monologues: monologues.map(({ elements, ...monologue }) => ({
      ...monologue,
      elements: elements.map(({ type, value }) => ({ type, value })),
    })),
  };
}
