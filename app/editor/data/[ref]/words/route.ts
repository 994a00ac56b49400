import { withAccess } from '#app/editor/with-access';
import { hasAlready, readFrom } from '#app/editor/read-request';
import { findVersion } from '#lib/revisions/transcript-source';
import { writeWords } from '#lib/revisions/write-machine';
import { withVersion } from '#lib/revisions/with-version';
import { revalidated, toOwner } from '#app/editor/versions';

/** The machine words in the format of `writeWords`, starting at `?from=`. They are immutable, but the list can grow. */
export const GET = withAccess(async (authorized) => {
  const { db, accountId, jobId, request } = authorized;
  const from = readFrom(new URL(request.url).searchParams.get('from'));
  const version = await findVersion(db, { accountId, jobId }, 'machine');
  const etag = `"machine-${version.wordCount}"`;
  const headers = { ...revalidated, etag };
  if (hasAlready(request, etag)) return new Response(null, { status: 304, headers });
  const work = { name: 'write-words', here: writeWords, input: { from } } as const;
  const written = await withVersion(db, version, work, toOwner(authorized));
  return new Response(written, { headers: { ...headers, 'content-type': 'application/json' } });
});
