import type { Db } from '#lib/db/connect';
import type { ExportedJob } from '#lib/exports/documents/document-look';
import type { ExportFacts, ExportFormatName } from '#lib/exports/formats';
import { writeText } from '#lib/exports/write-text';
import { getLocale } from '#lib/messages/locale';
import { readSource, type FoundVersion } from '#lib/revisions/transcript-source';
import { withVersion } from '#lib/revisions/with-version';
import { runInThread, type ThreadOwner } from '#lib/threads/run-in-thread';

/** With `speakerId`, only this speaker's words are exported, in a text format. */
export interface WantedExport extends ExportFacts {
  version: FoundVersion;
  format: ExportFormatName;
  speakerId?: number | undefined;
}

/** Writes the content of a version's export. Refuses as `withVersion` and `runInThread` do. */
export async function writeExport(
  db: Db,
  { version, format, speakerId, ...facts }: WantedExport,
  owner: ThreadOwner,
): Promise<string | Uint8Array<ArrayBuffer>> {
  const given = toTask(facts);
  if (format === 'word' || format === 'pdf') {
    const read = async () => ({ ...given, format, source: await readSource(db, version) });
    return runInThread('write-document', read, owner) as Promise<Uint8Array<ArrayBuffer>>;
  }
  const input = { ...given, format, speakerId };
  return withVersion(db, version, { name: 'write-text', here: writeText, input }, owner);
}

/** The data that a thread needs for an export, with only the shown facts of its job. */
export function toTask({ job, ...facts }: ExportFacts): ExportFacts & { locale: string } {
  const { name, createdAt, durationSeconds }: ExportedJob = job;
  return { ...facts, job: { name, createdAt, durationSeconds }, locale: getLocale() };
}
