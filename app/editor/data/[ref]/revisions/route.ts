import { withAccess, type AuthorizedRequest } from '#app/editor/with-access';
import { readNumber } from '#app/editor/read-request';
import { listRevisions } from '#lib/revisions/list-revisions';

export const dynamic = 'force-dynamic';

export const GET = withAccess(answerRevisions);

/** A page of the history. */
async function answerRevisions({ db, accountId, jobId, request }: AuthorizedRequest): Promise<Response> {
  const before = new URL(request.url).searchParams.get('before');
  const number = before === null ? undefined : readNumber(before);
  return Response.json(await listRevisions(db, { accountId, jobId }, number));
}
