import { jsonTranscript, transcriptFormats } from '#lib/api/revai/contract';
import { chooseFormat } from '#lib/api/revai/choose-format';
import { presentText, presentTranscript } from '#lib/api/revai/present-transcript';
import type { Db } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';
import { getJob } from '#lib/jobs/read/get-job';
import { readTranscript } from '#lib/revisions/read-transcript';

/** The latest transcript of a job, in the format that the request asks for. Throws a `RevAiError` or a `Refusal`. */
export async function getTranscript(db: Db, reference: JobReference, request: Request): Promise<Response> {
  const format = chooseFormat(request, transcriptFormats, { 'application/json': jsonTranscript });
  const transcript = await readTranscript(db, reference, 'latest');
  if (format === 'text/plain') {
    return new Response(presentText(transcript), {
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
  }
  const { textOptions } = await getJob(db, reference);
  const manner = { skipPunctuation: textOptions?.skipPunctuation === true };
  return Response.json(presentTranscript(transcript, manner), { headers: { 'content-type': format } });
}
