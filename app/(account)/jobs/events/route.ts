import { streamJobs } from '#app/(account)/jobs/stream-jobs';
import { getSession } from '#app/session';

/** Streams changes to the signed-in account's jobs as server-sent events. */
export async function GET(request: Request): Promise<Response> {
  const who = await getSession();
  if (who === undefined) return new Response(null, { status: 401 });
  return new Response(streamJobs(who, request.signal), {
    headers: {
      'content-type': 'text/event-stream',
      // Compression would delay each event until the next one.
      'cache-control': 'private, no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}
