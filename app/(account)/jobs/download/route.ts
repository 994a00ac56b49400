import { z } from 'zod';
import { getSession } from '#app/session';
import { maxJobsAtOnce } from '#components/jobs/live/jobs-query.ts';
import { attachment } from '#lib/net/attachment';
import { readEditorSettings } from '#lib/accounts/settings/editor-settings';
import { parseTemplate } from '#lib/transcript/text/export-template';
import { parseTimeStyle } from '#lib/transcript/text/time-code';
import { pageLook } from '#lib/exports/documents/document-look';
import { exportFormats, type ExportFormatName } from '#lib/exports/formats';
import { zipTranscripts } from '#lib/exports/zip-transcripts';
import { isTimeZone } from '#lib/messages/format';
import { env } from '#lib/settings/env';
import { log } from '#lib/settings/log';

const formats = Object.keys(exportFormats) as ExportFormatName[];

const chosen = z.object({
  ids: z.array(z.string().max(64)).min(1).max(maxJobsAtOnce),
  formats: z
    .array(z.enum([...formats, 'tracked']))
    .min(1)
    .max(20)
    .optional(),
  zone: z.string().max(64).refine(isTimeZone).optional(),
  template: z.unknown().default({}).transform(parseTemplate),
});

/** A zip of the chosen transcripts in the chosen formats, by default plain text and Word. */
export async function POST(request: Request): Promise<Response> {
  const who = await getSession();
  if (who === undefined) return new Response(null, { status: 401 });
  const given = chosen.safeParse(await request.json().catch(() => undefined));
  if (!given.success) return new Response(null, { status: 400 });
  const { db, accountId } = who;
  const { ids, formats, zone, template } = given.data;
  const zip = zipTranscripts(db, {
    accountId,
    jobIds: ids,
    formats: formats && [...new Set(formats)],
    look: pageLook(zone, parseTimeStyle(await readEditorSettings(db, { accountId })), template),
    baseUrl: env().baseUrl,
    onFailure: (error) => log().error({ err: error }, 'export into an archive failed'),
  });
  return new Response(zip, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': attachment('transcripts.zip'),
      'cache-control': 'private, no-store, no-transform',
    },
  });
}
