import { createHash } from 'node:crypto';
import { env } from '#lib/settings/env';
import { readReleaseNotes } from '#app/(site)/release-notes/read-release-notes';
import { toAtom } from '#app/(site)/release-notes/to-atom';

export const dynamic = 'force-dynamic';

/** The release notes as a feed. Answers 304 if the feed reader has the latest one. */
export async function GET(request: Request): Promise<Response> {
  const pageUrl = `${env().baseUrl}/release-notes`;
  const feed = toAtom(await readReleaseNotes(), {
    pageUrl,
    feedUrl: `${pageUrl}/feed.xml`,
  });
  const etag = `"${createHash('sha256').update(feed).digest('base64url').slice(0, 27)}"`;
  const headers = { etag, 'cache-control': 'public, max-age=3600' };
  if (request.headers.get('if-none-match')?.includes(etag))
    return new Response(null, { status: 304, headers });
  return new Response(feed, {
    headers: { ...headers, 'content-type': 'application/atom+xml; charset=utf-8' },
  });
}
