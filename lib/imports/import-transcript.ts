import type { Db } from '#lib/db/connect';
import { previewImport } from '#lib/imports/preview-import';
import { saveImport, type SavedImport } from '#lib/imports/save-import';
import type { JobReference } from '#lib/jobs/job';
import type { Author } from '#lib/revisions/write-revision';

/** An import and its revision, which is the latest one if the transcript was the same already. */
export interface ImportResult extends SavedImport {
  matchingShare: number;
  paragraphs: number;
  words: number;
}

/**
 * Replaces a transcript with a local transcript file, as its next revision. Concurrent saves are kept, except for words
 * that the file also has. Refuses as `previewImport` does.
 */
export async function importTranscript(
  db: Db,
  asked: JobReference & { file: string; acceptMismatch: boolean; author: Author },
  signal?: AbortSignal,
): Promise<ImportResult> {
  const { author, file, acceptMismatch, ...reference } = asked;
  const owner = { accountId: asked.accountId, isGuest: author.kind === 'guest', signal };
  const preview = await previewImport(db, { ...reference, file, acceptMismatch }, owner);
  const { version, firstWord, change, matchingShare, paragraphs, words } = preview;
  const since = version.revision;
  const saved = await saveImport(db, { ...reference, since, firstWord, change, author }, owner);
  // The recording was recognized again in the meantime, so the file must be aligned with the new words.
  if (saved === undefined) return importTranscript(db, asked, signal);
  return { ...saved, matchingShare, paragraphs, words };
}
