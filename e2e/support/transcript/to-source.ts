import type { TranscriptSource } from '#lib/revisions/transcript-source';
import type { ExportTask } from '#lib/exports/write-text';
import { apiLook } from '#lib/exports/documents/document-look';

/**
 * Returns the source of a machine transcript in which a different speaker says each of these texts, ten seconds after
 * the previous one.
 */
export function toSource(said: ReadonlyArray<{ speaker: string; text: string }>): TranscriptSource {
  const turns = said.map(({ text }, id) =>
    text.split(' ').map((word, i) => {
      const startMs = id * 10_000 + i * 300 + 500;
      return { text: word, startMs, endMs: startMs + 200, confidence: 1 };
    }),
  );
  let from = 0;
  const monologues = turns.map(({ length }, id) => ({ id, speaker: id, from, to: (from += length) }));
  return {
    revision: 0,
    words: JSON.stringify(turns.flat()),
    speakers: JSON.stringify(said.map(({ speaker }, id) => ({ id, name: speaker }))),
    monologues: JSON.stringify(monologues),
  };
}

/** Returns the task that has a thread export a source. */
export function toExportTask(source: TranscriptSource): ExportTask {
  const job = { name: 'x', createdAt: new Date('2026-11-20T10:00:00Z'), durationSeconds: null };
  const editorUrl = 'https://longhand.example/editor/Job_1';
  return { source, job, editorUrl, look: apiLook, locale: 'en' };
}
