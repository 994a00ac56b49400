import { withEditAccess, type AuthorizedRequest } from '#app/editor/with-access';
import { readIfMatch, readNumber, readSaver } from '#app/editor/read-request';
import { restoreRevision } from '#lib/revisions/restore-revision';
import { savedResponse } from '#app/editor/versions';

export const dynamic = 'force-dynamic';

export const POST = withEditAccess(answerRestoration);

/** Makes a revision the newest one again. */
async function answerRestoration(authorized: AuthorizedRequest): Promise<Response> {
  const { db, accountId, jobId, author, params, request } = authorized;
  const match = readIfMatch(request);
  if (match instanceof Response) return match;
  const saver = readSaver(request);
  if (saver instanceof Response) return saver;
  const restoredFrom = readNumber(params['number']);
  return savedResponse(
    await restoreRevision(db, { accountId, jobId, author, restoredFrom, ...match, ...saver }),
  );
}
