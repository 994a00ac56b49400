import { withAccess, type AuthorizedRequest } from '#app/editor/with-access';
import { readNumber } from '#app/editor/read-request';
import { readChanges } from '#lib/revisions/changes/read-changes';

export const dynamic = 'force-dynamic';

export const GET = withAccess(answerChanges);

/** The changes since a revision. */
async function answerChanges({ db, accountId, jobId, request }: AuthorizedRequest): Promise<Response> {
  const since = readNumber(new URL(request.url).searchParams.get('since'));
  return Response.json(await readChanges(db, { accountId, jobId }, since));
}
