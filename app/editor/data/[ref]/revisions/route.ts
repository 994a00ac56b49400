import { withAccess } from '#app/editor/with-access';
import { readNumber } from '#app/editor/read-request';
import { listRevisions } from '#lib/revisions/list-revisions';

/** A page of the history. */
export const GET = withAccess(async ({ db, accountId, jobId, request }) => {
  const before = new URL(request.url).searchParams.get('before');
  const number = before === null ? undefined : readNumber(before);
  return Response.json(await listRevisions(db, { accountId, jobId }, number));
});
