import { contract, richTranscriptFormat, transcriptFormats } from '#lib/api/v1/contract';
import { exportResponse } from '#lib/api/v1/export-response';
import { negotiate } from '#lib/api/v1/negotiate';
import { presentRichTranscript } from '#lib/api/v1/present-rich-transcript';
import { presentTranscript } from '#lib/api/v1/present-transcript';
import { methods, serve } from '#lib/api/v1/serve';
import { getJob } from '#lib/jobs/read/get-job';
import { readTranscript } from '#lib/revisions/read-transcript';

const synonyms = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'application/msword',
} as const;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(contract.getTranscript, async ({ db, accountId, mode, params, query, request }) => {
    const format = negotiate(request, transcriptFormats, {
      byDefault: 'application/json',
      synonyms,
      onlyByName: [richTranscriptFormat],
    });
    const transcript = await readTranscript(db, { accountId, mode, jobId: params.id }, query.version);
    if (format === 'application/json') return presentTranscript(transcript);
    const job = await getJob(db, { accountId, mode, jobId: params.id });
    if (format !== richTranscriptFormat)
      return exportResponse(format, { job, transcript, signal: request.signal });
    return Response.json(presentRichTranscript(transcript, job.recognition), {
      headers: { 'content-type': richTranscriptFormat },
    });
  }),
});
