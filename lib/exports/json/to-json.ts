import type { Transcript } from '#lib/revisions/read-transcript';

/** Returns a transcript in the API's JSON form, with times in seconds with two decimals. */
export function toJson({ speakers, monologues }: Transcript) {
  return {
    speakers: speakers.map(({ id, name }) => ({ id, name })),
    monologues: monologues.map(({ id, speaker, words }) => ({
      id,
      speaker: speaker.id,
      speaker_name: speaker.name,
      elements: words.map(({ text, startMs, endMs, isTag }) => ({
        type: isTag === true ? ('tag' as const) : ('text' as const),
        value: text,
        ts: Math.round(startMs / 10) / 100,
        end_ts: Math.round(endMs / 10) / 100,
      })),
    })),
  };
}
