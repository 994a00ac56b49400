import { z } from 'zod';
import { reading, tool, type Caller } from '#lib/api/mcp/tool';
import { describeJob, givenJobId, showJob, shownJob, usd } from '#lib/api/mcp/tools/shapes';
import { followJob } from '#lib/jobs/read/follow-job';
import { getJob } from '#lib/jobs/read/get-job';
import type { Job } from '#lib/jobs/job';
import { formatMoney } from '#lib/messages/format';
import { queuePositions } from '#lib/queue/queue-positions';

/** Less than the usual client and proxy timeout of a minute. */
const maxWaitSeconds = 45;

const output = shownJob.extend({
  price_usd: usd
    .optional()
    .describe(
      'Amount held while in progress, then the price of a transcribed job. Failed jobs cost nothing.',
    ),
  language: z.string().optional().describe('The language requested or detected.'),
});

/** Reads a job, now or once it has ended. */
export const getJobTool = tool({
  name: 'get_job',
  title: 'Read a job',
  description:
    'Returns the status of a job: its position in the queue, its progress, or why it failed. With wait_seconds, it returns as ' +
    'soon as the job has ended, or after that time; call it again while the status is in_progress. Long recordings take ' +
    'minutes to hours.',
  scope: 'read',
  annotations: reading,
  input: z.object({
    job_id: givenJobId,
    wait_seconds: z
      .int()
      .min(0)
      .max(maxWaitSeconds)
      .default(0)
      .describe('How long to wait for the job to end.'),
  }),
  output,
  async run(caller, { job_id: jobId, wait_seconds: waitSeconds }) {
    const job = await readJob(caller, { jobId, waitSeconds });
    const isWaiting = job.status === 'in_progress' && job.startedAt === null;
    const positions = await queuePositions(caller.db, isWaiting ? [jobId] : []);
    const shown = showJob(job, positions.get(jobId));
    const price = job.status === 'failed' ? 0 : job.priceCents;
    const structured: z.input<typeof output> = {
      ...shown,
      price_usd: price / 100,
      language: job.recognition?.language ?? undefined,
    };
    const cost = job.status === 'transcribed' && price > 0 ? ` It cost ${formatMoney(price)}.` : '';
    return { structured, text: `${describeJob(shown)}${cost}` };
  },
});

async function readJob(
  { db, accountId, mode, request: { signal } }: Caller,
  { jobId, waitSeconds }: { jobId: string; waitSeconds: number },
): Promise<Job> {
  const read = (): Promise<Job> => getJob(db, { accountId, mode, jobId });
  const first = await read();
  if (waitSeconds === 0 || first.status !== 'in_progress') return first;
  for await (const step of followJob({ accountId, jobId }, { signal, beatMs: waitSeconds * 1000 })) {
    const job = await read();
    if (step === 'beat' || job.status !== 'in_progress') return job;
  }
  return read();
}
