import { applyLook } from '#lib/exports/documents/document-look';
import { guessLanguage } from '#lib/exports/documents/guess-language';
import { cleanText, toDocument } from '#lib/exports/documents/transcript-document';
import type { ChangedBy } from '#lib/exports/word/track-changes';
import type { ExportTask } from '#lib/exports/write-text';
import { withLocale } from '#lib/messages/with-locale';
import { toTranscript } from '#lib/revisions/read-transcript';
import { parseEdit, parseWords, type TranscriptSource } from '#lib/revisions/transcript-source';
import { toText } from '#lib/transcript/edit';
import * as texts from '#messages/documents';

/** The source of a document; plain data that a thread can be sent. */
export type DocumentTask = ExportTask & ({ format: 'word' | 'pdf' } | ({ format: 'tracked-word' } & Tracked));

/** The earlier version, and the person who changed each monologue last, by its id. */
interface Tracked {
  before: TranscriptSource;
  authors: Map<string, ChangedBy>;
  unknownAuthor: ChangedBy;
}

/** A version of a transcript as a document. Each format loads its own libraries, the first time it is requested. */
export function writeDocument(task: DocumentTask): Promise<Uint8Array> {
  return withLocale(task.locale, async () => {
    switch (task.format) {
      case 'pdf':
        return (await import('#lib/exports/pdf/to-pdf')).toPdf(layOut(task));
      case 'word':
        return (await import('#lib/exports/word/to-word')).toWord(layOut(task));
      case 'tracked-word':
        return trackChanges(task, task);
    }
  });
}

const layOut = ({ source, job, editorUrl, parts, look }: ExportTask) =>
  toDocument(toTranscript(source), { ...job, editorUrl }, parts, look);

async function trackChanges(
  { source, job, editorUrl, parts, look }: ExportTask,
  { before, authors, unknownAuthor }: Tracked,
): Promise<Uint8Array> {
  const { toTrackedWord } = await import('#lib/exports/word/to-tracked-word');
  const after = parseEdit(source);
  const { toFacts, toTitle } = applyLook(look);
  const facts = toFacts(job);
  return toTrackedWord({
    name: cleanText(toTitle(job.name)) || texts.untitled(),
    ...(facts !== undefined && { facts }),
    language: guessLanguage(after.monologues.map(({ content }) => toText(content)).join('\n')),
    createdAt: job.createdAt.getTime(),
    editorUrl,
    parts,
    emptyText: texts.noSpeech(),
    before: parseEdit(before),
    after,
    words: parseWords(source),
    authors,
    unknownAuthor,
  });
}
