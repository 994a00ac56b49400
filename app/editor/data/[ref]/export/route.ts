import { withAccess } from '#app/editor/with-access';
import * as texts from '#messages/editor/requests';
import { z } from 'zod';
import { readShape } from '#app/editor/read-request';
import { isTimeZone } from '#lib/messages/format';
import { attachment } from '#lib/net/attachment';
import { env } from '#lib/settings/env';
import { readEditorSettings } from '#lib/accounts/settings/editor-settings';
import { parseTemplate } from '#lib/transcript/text/export-template';
import { parseTimeStyle } from '#lib/transcript/text/time-code';
import { drawFirstPage, exportTranscript } from '#lib/exports/export-transcript';
import { pageLook } from '#lib/exports/documents/document-look';
import { exportFormats, type ExportFormatName } from '#lib/exports/formats';

const formats = Object.keys(exportFormats) as ExportFormatName[];

const revision = z.string().regex(/^\d{1,9}$/);

const yesOrNo = z.enum(['0', '1']).transform((value) => value === '1');

const query = z
  .object({
    format: z.enum(formats),
    version: z.union([z.enum(['latest', 'machine']), revision.transform(Number)]).default('latest'),
    speakers: yesOrNo.optional(),
    tracked: yesOrNo.default(false),
    /** Returns only the PDF's first page, as a picture. */
    preview: yesOrNo.default(false),
    template: z.string().max(2000).transform(parseJson).default({}).transform(parseTemplate),
    zone: z.string().max(64).refine(isTimeZone).optional(),
  })
  .refine(({ format, version, tracked }) => !tracked || (format === 'word' && version === 'latest'));

/** Exports a version as a file. Its links lead to the owner's editor, since share links aren't for redistribution. */
export const GET = withAccess(async ({ db, accountId, jobId, author, request }) => {
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  const { format, version, tracked, preview, zone, speakers, template } = readShape(
    query,
    asked,
    texts.invalidExport,
  );
  const reference = { accountId, jobId };
  const target = {
    editorUrl: `${env().baseUrl}/editor/${jobId}`,
    look: pageLook(zone, parseTimeStyle(await readEditorSettings(db, { accountId })), template),
    isGuest: author.kind === 'guest',
    signal: request.signal,
  };
  if (preview) {
    const picture = await drawFirstPage(db, reference, { version }, target);
    return new Response(picture as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' },
    });
  }
  const options = { format: tracked ? ('tracked' as const) : format, version, speakers };
  const { name, type, content } = await exportTranscript(db, reference, options, target);
  return new Response(content as string | Uint8Array<ArrayBuffer>, {
    headers: {
      'content-type': type,
      'content-disposition': attachment(name),
      'x-content-type-options': 'nosniff',
    },
  });
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
