import { withAccess, type AuthorizedRequest } from '#app/editor/with-access';
import * as texts from '#messages/editor/requests';
import { z } from 'zod';
import { problem } from '#app/editor/problem';
import { isTimeZone } from '#lib/messages/format';
import { attachment } from '#lib/net/attachment';
import { env } from '#lib/settings/env';
import { readEditorSettings } from '#lib/accounts/settings/editor-settings';
import { parseTimeStyle } from '#lib/transcript/text/time-code';
import { exportTranscript } from '#lib/exports/export-transcript';
import { pageLook } from '#lib/exports/documents/document-look';
import { exportFormats, type ExportFormatName } from '#lib/exports/formats';

const formats = Object.keys(exportFormats) as ExportFormatName[];

const revision = z.string().regex(/^\d{1,9}$/);

const yesOrNo = z.enum(['0', '1']).transform((value) => value === '1');

const query = z
  .object({
    format: z.enum(formats),
    version: z.union([z.enum(['latest', 'machine']), revision.transform(Number)]).default('latest'),
    times: yesOrNo.default(true),
    speakers: yesOrNo.default(true),
    links: yesOrNo.default(true),
    tracked: yesOrNo.default(false),
    zone: z.string().max(64).refine(isTimeZone).optional(),
  })
  .refine(({ format, version, tracked }) => !tracked || (format === 'word' && version === 'latest'));

export const dynamic = 'force-dynamic';

export const GET = withAccess(answerExport);

/** A version of the transcript as a file. Its links lead to the owner's editor: a share link is not for passing on. */
async function answerExport({ db, accountId, jobId, author, request }: AuthorizedRequest): Promise<Response> {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return problem(400, texts.invalidExport());
  const { format, version, tracked, zone, ...parts } = asked.data;
  const { name, type, content } = await exportTranscript(
    db,
    { accountId, jobId },
    { format: tracked ? 'tracked' : format, version, parts },
    {
      editorUrl: `${env().baseUrl}/editor/${jobId}`,
      look: pageLook(zone, parseTimeStyle(await readEditorSettings(db, { accountId }))),
      isGuest: author.kind === 'guest',
      signal: request.signal,
    },
  );
  return new Response(content as string | Uint8Array<ArrayBuffer>, {
    headers: {
      'content-type': type,
      'content-disposition': attachment(name),
      'x-content-type-options': 'nosniff',
    },
  });
}
