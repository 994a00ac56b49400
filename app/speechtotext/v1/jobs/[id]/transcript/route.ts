import { operations, jsonTranscript, transcriptFormats } from '#lib/api/revai/contract';
import { methods, serve } from '#lib/api/revai/serve';
import { chooseFormat } from '#lib/api/revai/choose-format';
import { writeTranscript } from '#lib/api/revai/present-transcript';
import type { Db } from '#lib/db/database';
import type { JobReference } from '#lib/jobs/job';
import { getJob } from '#lib/jobs/read/get-job';
import { findVersion } from '#lib/revisions/transcript-source';
import { withVersion } from '#lib/revisions/with-version';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(operations.getTranscript, ({ db, accountId, mode, params, request }) =>
    getTranscript(db, { accountId, mode, jobId: params.id }, request),
  ),
});

/** A job's latest transcript in the requested format. Throws a `DialectError` or a `Refusal`. */
async function getTranscript(db: Db, reference: JobReference, request: Request): Promise<Response> {
  const format = chooseFormat(request, transcriptFormats, { 'application/json': jsonTranscript });
  const version = await findVersion(db, reference, 'latest');
  const { accountId, textOptions } = await getJob(db, reference);
  const isText = format === 'text/plain';
  const input = { isText, skipPunctuation: textOptions?.skipPunctuation === true };
  const work = { name: 'write-revai-transcript', here: writeTranscript, input } as const;
  return new Response(await withVersion(db, version, work, { accountId, signal: request.signal }), {
    headers: { 'content-type': isText ? 'text/plain; charset=utf-8' : format },
  });
}
