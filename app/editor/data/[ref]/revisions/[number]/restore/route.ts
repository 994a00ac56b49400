import { withEditAccess } from '#app/editor/with-access';
import { readNumber, readSave } from '#app/editor/read-request';
import { restoreRevision } from '#lib/revisions/restore-revision';
import { savedResponse } from '#app/editor/versions';

/** Makes a revision the newest one again. */
export const POST = withEditAccess(async ({ db, accountId, jobId, author, params, request }) => {
  const save = readSave(request);
  const restoredFrom = readNumber(params['number']);
  return savedResponse(await restoreRevision(db, { accountId, jobId, author, restoredFrom, ...save }));
});
