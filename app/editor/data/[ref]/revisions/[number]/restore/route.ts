import { withEditAccess } from '#app/editor/with-access';
import { readNumber, readSave } from '#app/editor/read-request';
import { restoreRevision } from '#lib/revisions/restore-revision';
import { savedResponse, toOwner } from '#app/editor/versions';

/** Restores a revision as the latest one. */
export const POST = withEditAccess(async (authorized) => {
  const { db, accountId, jobId, author, params, request } = authorized;
  const save = readSave(request);
  const restoredFrom = readNumber(params['number']);
  const revision = { accountId, jobId, author, restoredFrom, ...save };
  return savedResponse(await restoreRevision(db, revision, toOwner(authorized)));
});
