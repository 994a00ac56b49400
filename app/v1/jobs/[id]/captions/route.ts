import { captionFormats, contract } from '#lib/api/v1/contract';
import { exportResponse } from '#lib/api/v1/export-response';
import { negotiate } from '#lib/api/v1/negotiate';
import { methods, serve } from '#lib/api/v1/serve';
import { getJob } from '#lib/jobs/read/get-job';
import { findVersion } from '#lib/revisions/transcript-source';

/** Captions are named like the recording, so that players find them, except for the extension. */
const nameCaptions = (jobName: string, extension: string): string =>
  `${jobName.replace(/(?<=.)\.(?=\d*[a-z])\w{1,5}$/iu, '')}.${extension}`;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(contract.getCaptions, async ({ db, accountId, mode, params, query, request }) => {
    const format = negotiate(request, captionFormats, { byDefault: 'application/x-subrip' });
    const reference = { accountId, mode, jobId: params.id };
    const version = await findVersion(db, reference, query.version);
    const job = await getJob(db, reference);
    return exportResponse(db, format, { job, version, signal: request.signal, nameAs: nameCaptions });
  }),
});
