import { withStoredBody } from '#lib/api/body/with-stored-body';
import { contract, richTranscriptFormat, transcriptFormats } from '#lib/api/v1/contract';
import { exportResponse } from '#lib/api/v1/export-response';
import { maxImportBytes } from '#lib/api/v1/import-schemas';
import { negotiate } from '#lib/api/v1/negotiate';
import { writeRichTranscript } from '#lib/api/v1/present-rich-transcript';
import { roundShare } from '#lib/api/v1/problems/problem-catalogue';
import { methods, serve } from '#lib/api/v1/serve';
import { importTranscript } from '#lib/imports/import-transcript';
import { getJob } from '#lib/jobs/read/get-job';
import { findTranscribed } from '#lib/revisions/find-transcribed';
import { findVersion } from '#lib/revisions/transcript-source';
import { withVersion } from '#lib/revisions/with-version';
import { openStorage } from '#lib/storage/open-storage';

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
    const reference = { accountId, mode, jobId: params.id };
    const version = await findVersion(db, reference, query.version);
    const job = await getJob(db, reference);
    const { signal } = request;
    if (format !== richTranscriptFormat) return exportResponse(db, format, { job, version, signal });
    const input = { record: job.recognition };
    const work = { name: 'write-rich-transcript', here: writeRichTranscript, input } as const;
    return new Response(await withVersion(db, version, work, { accountId, signal }), {
      headers: { 'content-type': richTranscriptFormat },
    });
  }),
  PUT: serve(contract.putTranscript, async ({ db, accountId, mode, params, query, request, by }) => {
    const reference = { accountId, mode, jobId: params.id };
    // Checked before reading up to 50 MB.
    await findTranscribed(db, reference);
    const body = { storage: openStorage(), maxBytes: maxImportBytes };
    const author = { kind: 'owner', name: by.name ?? '' } as const;
    const acceptMismatch = query.accept_mismatch === 'true';
    const {
      matchingShare,
      before: _,
      ...result
    } = await withStoredBody(request, body, (file) =>
      importTranscript(db, { ...reference, file, acceptMismatch, author }, request.signal),
    );
    return { ...result, matching_share: roundShare(matchingShare) };
  }),
});
