import { withAccess } from '#app/editor/with-access';
import { readNumber } from '#app/editor/read-request';
import { streamEditor } from '#app/editor/stream-editor';
import { findRevision } from '#lib/revisions/find-transcribed';

/** Streams a transcript's events since a revision. A reconnecting browser sends its last one. */
export const GET = withAccess(async (authorized) => {
  const { db, accountId, jobId, request } = authorized;
  const last = request.headers.get('last-event-id') || new URL(request.url).searchParams.get('since');
  const since = readNumber(last);
  await findRevision(db, { accountId, jobId }, since);
  return new Response(streamEditor(authorized, since, request.signal), {
    headers: {
      'content-type': 'text/event-stream',
      // Compression would delay each event until the next one.
      'cache-control': 'private, no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  });
});
