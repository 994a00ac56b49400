import { z } from 'zod';
import { readChange, readShape } from '#app/editor/read-request';
import { toOwner } from '#app/editor/versions';
import { withEditAccess } from '#app/editor/with-access';
import { problem } from '#app/editor/problem';
import { explainFaults } from '#app/explain/explain-fault';
import { withStoredBody } from '#lib/api/body/with-stored-body';
import { maxImportBytes } from '#lib/api/v1/import-schemas';
import { previewImport, type ImportPreview } from '#lib/imports/preview-import';
import { saveImport } from '#lib/imports/save-import';
import { Refusal } from '#lib/refusal';
import { writeChange } from '#lib/revisions/changes/prepare-change';
import { openStorage } from '#lib/storage/open-storage';
import * as texts from '#messages/editor/import';
import * as previewTexts from '#messages/editor/import-preview';

/**
 * Returns a file as a change to the latest revision, without saving. Answers 422 with the share of matching words if
 * too few match, unless `?accept_mismatch=true`.
 */
export const POST = withEditAccess(async (authorized) => {
  const { db, accountId, jobId, request } = authorized;
  const acceptMismatch = new URL(request.url).searchParams.get('accept_mismatch') === 'true';
  const body = { storage: openStorage(), maxBytes: maxImportBytes };
  const work = (file: string): Promise<ImportPreview> =>
    previewImport(db, { accountId, jobId, file, acceptMismatch }, toOwner(authorized));
  try {
    const { version, firstWord, change, comments } = await withStoredBody(request, body, work);
    const json = JSON.stringify({ revision: version.revision, firstWord, comments });
    return new Response(`${json.slice(0, -1)},"change":${writeChange(change)}}`, {
      headers: { 'content-type': 'application/json' },
    });
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
    return problem(400, explainFaults(reason.parameters));
  }
});

const number = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const chosen = z.object({ revision: number, firstWord: number });

/** Saves the chosen parts of a change returned by `POST`. */
export const PUT = withEditAccess(async (authorized) => {
  const { db, accountId, jobId, author } = authorized;
  const { change, rest } = await readChange(authorized, 'change');
  const { revision: since, firstWord } = readShape(chosen, rest, previewTexts.invalidChoice);
  const asked = { accountId, jobId, since, firstWord, change, author };
  const saved = await saveImport(db, asked, toOwner(authorized));
  return saved === undefined ? problem(409, previewTexts.recognizedSince()) : Response.json(saved);
});
