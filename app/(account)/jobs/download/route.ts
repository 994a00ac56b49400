import { z } from 'zod';
import { getSession } from '#app/session';
import { zipTranscripts } from '#lib/exports/zip-transcripts';
import { presentTranscript } from '#lib/api/v1/present-transcript';
import { env } from '#lib/settings/env';

export const dynamic = 'force-dynamic';

const chosen = z.object({ ids: z.array(z.string().max(64)).min(1).max(1000) });

/** A zip of the transcripts chosen, each as plain text and as a Word document. */
export async function POST(request: Request): Promise<Response> {
  const who = await getSession();
  if (who === undefined) return new Response(null, { status: 401 });
  const given = chosen.safeParse(await request.json().catch(() => undefined));
  if (!given.success) return new Response(null, { status: 400 });
  const { db, accountId } = who;
  const zip = zipTranscripts(db, {
    accountId,
    jobIds: given.data.ids,
    baseUrl: env().baseUrl,
    toJson: presentTranscript,
  });
  return new Response(zip, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="transcripts.zip"',
      'cache-control': 'private, no-store, no-transform',
    },
  });
}
