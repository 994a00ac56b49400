import { operations, transcriptFormats } from '#lib/api/earlier/operations';
import { presentTranscript } from '#lib/api/earlier/present-transcript';
import { methods, serve } from '#lib/api/earlier/serve';
import { negotiate } from '#lib/api/v1/negotiate';
import { readTranscript } from '#lib/revisions/read-transcript';
import { toPlainText } from '#lib/exports/text/to-plain-text';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(operations.getTranscript, async ({ db, accountId, mode, params, query, request }) => {
    const format = negotiate(request, transcriptFormats, { byDefault: 'application/json' });
    const transcript = await readTranscript(db, { accountId, mode, jobId: params.id }, query.version);
    if (format === 'application/json') return presentTranscript(transcript);
    return new Response(toPlainText(transcript), {
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
  }),
});
