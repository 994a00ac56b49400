import { operations, transcriptFormats, methods, serve } from '#lib/api/earlier/serve';
import { writeTranscript } from '#lib/api/earlier/present-transcript';
import { exportResponse } from '#lib/api/v1/export-response';
import { negotiate } from '#lib/api/v1/negotiate';
import { getJob } from '#lib/jobs/read/get-job';
import { findVersion } from '#lib/revisions/transcript-source';
import { withVersion } from '#lib/revisions/with-version';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(operations.getTranscript, async ({ db, accountId, mode, params, query, request }) => {
    const format = negotiate(request, transcriptFormats, { byDefault: 'application/json' });
    const reference = { accountId, mode, jobId: params.id };
    const version = await findVersion(db, reference, query.version);
    const { signal } = request;
    if (format !== 'application/json') {
      return exportResponse(db, format, { job: await getJob(db, reference), version, signal });
    }
    const work = { name: 'write-earlier-transcript', here: writeTranscript, input: {} } as const;
    return new Response(await withVersion(db, version, work, { accountId, signal }), {
      headers: { 'content-type': format },
    });
  }),
});
