import { withAccess, type AuthorizedRequest } from '#app/editor/with-access';
import { hasAlready } from '#app/editor/read-request';
import { findVersion } from '#lib/revisions/transcript-source';
import { writeWords } from '#lib/revisions/write-machine';
import { withVersion } from '#lib/revisions/with-version';
import { revalidated, toOwner } from '#app/editor/versions';

export const dynamic = 'force-dynamic';

export const GET = withAccess(answerWords);

const wordsTag = '"machine"';

/** The machine words, as `writeWords` writes them. They never change. */
async function answerWords(authorized: AuthorizedRequest): Promise<Response> {
  const { db, accountId, jobId, request } = authorized;
  const headers = { ...revalidated, etag: wordsTag };
  if (hasAlready(request, wordsTag)) return new Response(null, { status: 304, headers });
  const version = await findVersion(db, { accountId, jobId }, 'machine');
  const work = { name: 'write-words', here: writeWords, input: {} } as const;
  const written = await withVersion(db, version, work, toOwner(authorized));
  return new Response(written, { headers: { ...headers, 'content-type': 'application/json' } });
}
