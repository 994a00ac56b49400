import { withAccess } from '#app/editor/with-access';
import { readNumber } from '#app/editor/read-request';
import { writeChanges } from '#lib/revisions/changes/read-changes';

/** The changes since a revision. */
export const GET = withAccess(async ({ db, accountId, jobId, request }) => {
  const since = readNumber(new URL(request.url).searchParams.get('since'));
  const changes = await writeChanges(db, { accountId, jobId }, since);
  return new Response(changes, { headers: { 'Content-Type': 'application/json' } });
});
