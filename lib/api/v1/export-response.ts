import { attachment } from '#lib/net/attachment';
import { env } from '#lib/settings/env';
import type { Db } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { apiLook } from '#lib/exports/documents/document-look';
import { nameFile } from '#lib/exports/documents/name-file';
import { type ExportFormat, type ExportFormatName, exportFormats } from '#lib/exports/formats';
import { type WantedExport, writeExport } from '#lib/exports/write-export';

interface Exported extends Pick<WantedExport, 'version' | 'speakerId'> {
  job: Job;
  /** The request's signal. */
  signal: AbortSignal;
  nameAs?: typeof nameFile;
}

/** Responds with a transcript's version in this media type's format. Times in documents link to the editor. */
export async function exportResponse(
  db: Db,
  mediaType: string,
  { job, signal, nameAs = nameFile, ...wanted }: Exported,
): Promise<Response> {
  const formats = Object.entries(exportFormats) as Array<[ExportFormatName, ExportFormat]>;
  const [name, format] = formats.find(([, { api }]) => api?.type === mediaType) ?? [];
  if (name === undefined || format === undefined) throw new Error(`${mediaType} is not a format of the API`);
  const editorUrl = `${env().baseUrl}/editor/${job.id}`;
  const facts = { job, editorUrl, look: apiLook };
  const owner = { accountId: job.accountId, signal };
  const content = await writeExport(db, { ...facts, ...wanted, format: name }, owner);
  // JSON is always UTF-8.
  const isPlain = format.write !== undefined && name !== 'json';
  return new Response(content, {
    headers: {
      'content-type': isPlain ? `${mediaType}; charset=utf-8` : mediaType,
      ...(format.api?.isAttachment && {
        'content-disposition': attachment(nameAs(job.name, format.extension)),
      }),
    },
  });
}
