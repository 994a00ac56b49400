import { parseEdit, parseWords, type TranscriptSource } from '#lib/revisions/transcript-source';

/** The JSON of the machine's transcript as an `Edit`. */
export function writeMachineEdit({ source }: { source: TranscriptSource }): string {
  return JSON.stringify(parseEdit(source));
}

/**
 * The JSON of the machine words from a number on, in columns: starts as differences, confidences in hundredths, null where
 * there is none.
 */
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
