import { presentTranscript } from '#lib/api/v1/present-transcript';
import { attachment } from '#lib/net/attachment';
import { env } from '#lib/settings/env';
import type { Job } from '#lib/jobs/job';
import { apiLook } from '#lib/exports/documents/document-look';
import { allParts } from '#lib/exports/documents/export-parts';
import { nameFile } from '#lib/exports/documents/name-file';
import { listFormats } from '#lib/exports/formats';
import type { Transcript } from '#lib/revisions/read-transcript';

interface Exported {
  job: Job;
  transcript: Transcript;
  /** The request's: once aborted, nobody wants it any more. */
  signal: AbortSignal;
  nameAs?: typeof nameFile;
}

/** A transcript in a format that the API offers by this media type. Times of documents are links into the editor. */
export async function exportResponse(
  mediaType: string,
  { job, transcript, signal, nameAs = nameFile }: Exported,
): Promise<Response> {
  const format = listFormats().find(({ api }) => api?.type === mediaType);
  if (format === undefined) throw new Error(`${mediaType} is no format of the API`);
  const content = await format.render({
    transcript,
    job,
    editorUrl: `${env().baseUrl}/editor/${job.id}`,
    parts: allParts,
    look: apiLook,
    toJson: presentTranscript,
    signal,
  });
  const isText = typeof content === 'string';
  return new Response(content as string | Uint8Array<ArrayBuffer>, {
    headers: {
      'content-type': isText ? `${mediaType}; charset=utf-8` : mediaType,
      ...(format.api?.isAttachment && {
        'content-disposition': attachment(nameAs(job.name, format.extension)),
      }),
    },
  });
}
