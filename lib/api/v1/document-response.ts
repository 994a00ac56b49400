import { create as contentDisposition } from 'content-disposition';
import { env } from '#lib/env';
import type { Job } from '#lib/jobs/job';
import { nameFile } from '#lib/transcripts/documents/name-file';
import { toPrintable } from '#lib/transcripts/documents/printable';
import { renderDocument } from '#lib/transcripts/documents/render-document';
import type { Transcript } from '#lib/transcripts/read-transcript';

const documents = {
  'application/msword': ['word', 'docx'],
  'application/pdf': ['pdf', 'pdf'],
} as const;

/** A transcript as a Word or PDF document, named after the job. Times are links into the editor. */
export async function documentResponse(
  format: keyof typeof documents,
  { job, transcript }: { job: Job; transcript: Transcript },
): Promise<Response> {
  const [kind, extension] = documents[format];
  const editorUrl = `${env().baseUrl}/editor/${job.id}`;
  const bytes = await renderDocument(kind, toPrintable(transcript, { ...job, editorUrl }));
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      'content-type': format,
      'content-disposition': contentDisposition(nameFile(job.name, extension)),
    },
  });
}
