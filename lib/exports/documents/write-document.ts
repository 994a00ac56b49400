import { applyLook } from '#lib/exports/documents/document-look';
import { toDocument, toDocumentLabel, toFrame } from '#lib/exports/documents/transcript-document';
import type { ChangedBy } from '#lib/exports/word/track-changes';
import type { ExportTask } from '#lib/exports/write-text';
import { withLocale } from '#lib/messages/with-locale';
import { toTranscript } from '#lib/revisions/read-transcript';
import { parseEdit, parseWords, type TranscriptSource } from '#lib/revisions/transcript-source';
import { toText } from '#lib/transcript/edit';

/** Input of a document, as plain data for a thread. `first-page` is the PDF's first page as a picture (SVG). */
export type DocumentTask = ExportTask &
  ({ format: 'word' | 'pdf' | 'first-page' } | ({ format: 'tracked-word' } & Tracked));

/** The earlier version, and the last author of each monologue, by its ID. */
interface Tracked {
  before: TranscriptSource;
  authors: Map<string, ChangedBy>;
  unknownAuthor: ChangedBy;
}

/** Writes a version of a transcript as a document. Each format loads its libraries on first use. */
export function writeDocument(task: DocumentTask): Promise<Uint8Array> {
  return withLocale(task.locale, async () => {
    switch (task.format) {
      case 'pdf':
        return (await import('#lib/exports/pdf/to-pdf')).toPdf(layOut(task));
      case 'first-page':
        return (await import('#lib/exports/pdf/to-first-page')).toFirstPage(layOut(task));
      case 'word':
        return (await import('#lib/exports/word/to-word')).toWord(layOut(task));
      case 'tracked-word':
        return trackChanges(task, task);
    }
  });
}

const layOut = ({ source, job, ...setting }: ExportTask) => toDocument(toTranscript(source), job, setting);

async function trackChanges(
  { source, job, editorUrl, look }: ExportTask,
  { before, authors, unknownAuthor }: Tracked,
): Promise<Uint8Array> {
  const { toTrackedWord } = await import('#lib/exports/word/to-tracked-word');
  const after = parseEdit(source);
  const { setLabel } = applyLook(look);
  return toTrackedWord({
    ...toFrame(job, look, after.monologues.map(({ content }) => toText(content)).join('\n')),
    toLabel: (speaker, startMs) => toDocumentLabel(setLabel(speaker, startMs), { editorUrl, look }),
    before: parseEdit(before),
    after,
    words: parseWords(source),
    authors,
    unknownAuthor,
  });
}
