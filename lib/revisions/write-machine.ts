import { parseEdit, parseWords, type TranscriptSource } from '#lib/revisions/transcript-source';

/** Returns the machine transcript as the JSON of an `Edit`. */
export function writeMachineEdit({ source }: { source: TranscriptSource }): string {
  return JSON.stringify(parseEdit(source));
}

/** Returns the machine words from an index on as JSON columns: starts as deltas, confidences in hundredths or null. */
export function writeWords({ source, from }: { source: TranscriptSource; from: number }): string {
  const words = parseWords(source).slice(from);
  return JSON.stringify({
    texts: words.map(({ text }) => text),
    startMs: words.map(({ startMs }, i) => startMs - (words[i - 1]?.startMs ?? 0)),
    durationMs: words.map(({ startMs, endMs }) => endMs - startMs),
    confidence: words.map(({ confidence }) =>
      confidence === undefined ? null : Math.round(confidence * 100),
    ),
  });
}
