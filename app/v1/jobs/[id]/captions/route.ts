import { create as contentDisposition } from 'content-disposition';
import { captionFormats, contract } from '#lib/api/v1/contract';
import { negotiate } from '#lib/api/v1/negotiate';
import { methods, serve } from '#lib/api/v1/serve';
import { getJob } from '#lib/jobs/get-job';
import { readTranscript } from '#lib/transcripts/read-transcript';
import { toSubRip, toWebVtt } from '#lib/transcripts/to-captions';

const printers = {
  'application/x-subrip': { print: toSubRip, extension: 'srt' },
  'text/vtt': { print: toWebVtt, extension: 'vtt' },
};

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: serve(contract.getCaptions, async ({ db, accountId, mode, params, query, request }) => {
    const format = negotiate(request, captionFormats, { byDefault: 'application/x-subrip' });
    const transcript = await readTranscript(db, { accountId, mode, jobId: params.id }, query.version);
    const { name } = await getJob(db, { accountId, mode, jobId: params.id });
    const { print, extension } = printers[format];
    return new Response(print(transcript), {
      headers: {
        'content-type': `${format}; charset=utf-8`,
        'content-disposition': contentDisposition(`${name.replace(/(?<=.)\.\w{1,5}$/u, '')}.${extension}`),
      },
    });
  }),
});
