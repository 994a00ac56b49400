import { listPage, pageQuery } from '#app/(account)/jobs/list-page';
import { getSession } from '#app/session';

/** Returns a page of the signed-in account's jobs, for infinite scrolling. */
export async function GET(request: Request): Promise<Response> {
  const who = await getSession();
  if (who === undefined) return new Response(null, { status: 401 });
  const query = pageQuery(Object.fromEntries(new URL(request.url).searchParams));
  return Response.json(await listPage(who, query), { headers: { 'cache-control': 'private, no-store' } });
}
