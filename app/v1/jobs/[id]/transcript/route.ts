import { contract, richTranscriptFormat, transcriptFormats } from '#lib/api/v1/contract';
import { documentResponse } from '#lib/api/v1/document-response';
import { negotiate } from '#lib/api/v1/negotiate';
import { presentRichTranscript } from '#lib/api/v1/present-rich-transcript';
import { presentTranscript } from '#lib/api/v1/present-transcript';
import { methods, serve } from '#lib/api/v1/serve';
import { getJob } from '#lib/jobs/get-job';
import { readTranscript } from '#lib/transcripts/read-transcript';
import { toPlainText } from '#lib/transcripts/to-plain-text';

const synonyms = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'application/msword',
} as const;

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: serve(contract.getTranscript, async ({ db, accountId, mode, params, query, request }) => {
    const format = negotiate(request, transcriptFormats, {
      byDefault: 'application/json',
      synonyms,
      onlyByName: [richTranscriptFormat],
    });
    const transcript = await readTranscript(db, { accountId, mode, jobId: params.id }, query.version);
    switch (format) {
      case 'application/json':
        return presentTranscript(transcript);
      case richTranscriptFormat: {
        const { recognition } = await getJob(db, { accountId, mode, jobId: params.id });
        return Response.json(presentRichTranscript(transcript, recognition), {
          headers: { 'content-type': richTranscriptFormat },
        });
      }
      case 'text/plain':
        return new Response(toPlainText(transcript), {
          headers: { 'content-type': 'text/plain; charset=utf-8' },
        });
      case 'application/msword':
      case 'application/pdf': {
        const job = await getJob(db, { accountId, mode, jobId: params.id });
        return documentResponse(format, { job, transcript });
      }
    }
  }),
});
