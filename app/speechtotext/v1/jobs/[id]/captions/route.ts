import { operations, captionFormats } from '#lib/api/revai/contract';
import { methods, serve } from '#lib/api/revai/serve';
import { chooseFormat } from '#lib/api/revai/choose-format';
import { DialectError } from '#lib/api/dialects/dialect';
import { badParameters, type ErrorFacts } from '#lib/api/revai/errors';
import { exportResponse } from '#lib/api/v1/export-response';
import type { Db } from '#lib/db/database';
import type { Job, JobReference } from '#lib/jobs/job';
import { getJob } from '#lib/jobs/read/get-job';
import { readSpeakers } from '#lib/revisions/edit-rows';
import { findVersion, type FoundVersion } from '#lib/revisions/transcript-source';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(operations.getCaptions, ({ db, accountId, mode, params, query, request }) =>
    getCaptions(db, { accountId, mode, jobId: params.id }, { request, channel: query.speaker_channel }),
  ),
});

/** The latest transcript as captions of all speakers, or of one channel. Throws a `DialectError` or a `Refusal`. */
async function getCaptions(
  db: Db,
  reference: JobReference,
  { request, channel }: { request: Request; channel: number | undefined },
): Promise<Response> {
  const format = chooseFormat(request, captionFormats);
  const version = await findVersion(db, reference, 'latest');
  const job = await getJob(db, reference);
  if (channel !== undefined) await checkChannel(db, { job, version, channel });
  return exportResponse(db, format, { job, version, speakerId: channel, signal: request.signal });
}

async function checkChannel(
  db: Db,
  { job, version, channel }: { job: Job; version: FoundVersion; channel: number },
): Promise<void> {
  if (job.recognition?.speakersBy !== 'channel') {
    throw new DialectError<ErrorFacts>({
      ...{ status: 405, type: 'invalid-job-properties', title: 'Job contains unsupported properties' },
      detail: 'This job has no separate speaker channels. Leave out speaker_channel.',
    });
  }
  const speakers = await readSpeakers(db, version);
  if (!speakers.some(({ id }) => id === channel)) {
    const known = speakers.map(({ id }) => id).join(', ');
    throw badParameters({ speaker_channel: [`speaker_channel must be one of ${known}.`] });
  }
}
