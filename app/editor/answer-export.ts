import { create as contentDisposition } from 'content-disposition';
import { z } from 'zod';
import type { AtDoor } from '#app/editor/at-door';
import { problem } from '#app/editor/problem';
import { exportTexts as texts } from '#components/texts/export';
import { presentTranscript } from '#lib/api/v1/present-transcript';
import { env } from '#lib/env';
import { exportFormats, exportTranscript } from '#lib/transcripts/export-transcript';

const formats = Object.keys(exportFormats) as Array<keyof typeof exportFormats>;
const revision = z.string().regex(/^\d{1,9}$/);
const yesOrNo = z.enum(['0', '1']).transform((value) => value === '1');

const query = z
  .object({
    format: z.enum(formats),
    version: z.union([z.enum(['latest', 'machine']), revision.transform(Number)]).default('latest'),
    times: yesOrNo.default(true),
    speakers: yesOrNo.default(true),
    tracked: yesOrNo.default(false),
  })
  .refine(({ format, version, tracked }) => !tracked || (format === 'word' && version === 'latest'));

/** A version of the transcript as a file. Its links lead to the owner's editor: a share link is not for passing on. */
export async function answerExport({ db, accountId, jobId, request }: AtDoor): Promise<Response> {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return problem(400, texts.strangeWish);
  const { format, version, tracked, ...shown } = asked.data;
  const { name, type, content } = await exportTranscript(
    db,
    { accountId, jobId },
    { format: tracked ? 'tracked' : format, version, shown },
    { editorUrl: `${env().baseUrl}/editor/${jobId}`, toJson: presentTranscript },
  );
  return new Response(content as string | Uint8Array<ArrayBuffer>, {
    headers: {
      'content-type': type,
      'content-disposition': contentDisposition(name),
      'x-content-type-options': 'nosniff',
    },
  });
}
