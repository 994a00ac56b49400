import { parseEdit, parseWords, type TranscriptSource } from '#lib/revisions/transcript-source';

/** The JSON of an `Edit`. That of a saved one is put together of what the database has written. */
export function writeEdit({ source }: { source: TranscriptSource }): string {
  const { revision, speakers, monologues } = source;
  if (revision === 0) return JSON.stringify(parseEdit(source));
  return `{"revision":${revision},"speakers":${speakers},"monologues":${monologues}}`;
}

/** The JSON of the machine words in columns: starts as differences, confidences in hundredths, null where there is none. */
export function writeWords({ source }: { source: TranscriptSource }): string {
  const words = parseWords(source);
  return JSON.stringify({
    texts: words.map(({ text }) => text),
    startMs: words.map(({ startMs }, i) => startMs - (words[i - 1]?.startMs ?? 0)),
    durationMs: words.map(({ startMs, endMs }) => endMs - startMs),
    confidence: words.map(({ confidence }) =>
      confidence === undefined ? null : Math.round(confidence * 100),
    ),
  });
}
