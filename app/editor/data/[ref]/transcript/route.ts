import { withEditAccess } from '#app/editor/with-access';
import { problem } from '#app/editor/problem';
import { explainFault } from '#app/explain/explain-fault';
import { withStoredBody } from '#lib/api/body/with-stored-body';
import { maxImportBytes } from '#lib/api/v1/import-schemas';
import { importTranscript, type ImportResult } from '#lib/imports/import-transcript';
import { Refusal } from '#lib/refusal';
import { openStorage } from '#lib/storage/open-storage';
import * as texts from '#messages/editor/import';

/** Replaces the transcript with a file. 422 with the share of matching words if too few, unless `?accept_mismatch=true`. */
export const PUT = withEditAccess(async ({ db, accountId, jobId, author, request }) => {
  const acceptMismatch = new URL(request.url).searchParams.get('accept_mismatch') === 'true';
  const body = { storage: openStorage(), maxBytes: maxImportBytes };
  const work = (file: string): Promise<ImportResult> =>
    importTranscript(db, { accountId, jobId, file, acceptMismatch, author }, request.signal);
  try {
    const { revision, before } = await withStoredBody(request, body, work);
    return Response.json({ revision, before });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { reason } = error;
    if (reason.kind === 'transcript-mismatch') {
      const percent = Math.floor(reason.matchingShare * 100);
      return problem(422, texts.mismatch({ percent }));
    }
    if (reason.kind === 'payload-too-large') {
      return problem(413, texts.tooLarge({ megabytes: reason.maxBytes / 1024 ** 2 }));
    }
    if (reason.kind !== 'invalid-parameters') throw error;
    return problem(400, Object.values(reason.parameters).flat().map(explainFault).join(' '));
  }
});
