import { z } from 'zod';
import { reading, tool } from '#lib/api/mcp/tool';
import { describeJob, nextCursor, showJob, shownJob } from '#lib/api/mcp/tools/shapes';
import { jobId } from '#lib/api/v1/schemas';
import { listJobs } from '#lib/jobs/read/list-jobs';
import { queuePositions } from '#lib/queue/queue-positions';

const maxJobs = 50;

const output = z.object({ jobs: z.array(shownJob), next_cursor: nextCursor });

/** Lists the jobs of the account in pages. */
export const listJobsTool = tool({
  name: 'list_jobs',
  title: 'List jobs',
  description:
    'Lists the jobs of the account, newest first, with their status. To find what was said, use search_transcripts instead.',
  scope: 'read',
  annotations: reading,
  input: z.object({
    limit: z.int().min(1).max(maxJobs).default(20).describe('Jobs per page.'),
    cursor: jobId.optional().describe('next_cursor of the previous page. Leave out for the first page.'),
  }),
  output,
  async run({ db, accountId, mode }, { limit, cursor }) {
    // Fetches one more than requested to know if there is another page.
    const found = await listJobs(db, { accountId, mode, limit: limit + 1, startingAfter: cursor });
    const page = found.slice(0, limit);
    const waiting = page.filter(({ status, startedAt }) => status === 'in_progress' && startedAt === null);
    const positions = await queuePositions(
      db,
      waiting.map(({ id }) => id),
    );
    const jobs = page.map((job) => showJob(job, positions.get(job.id)));
    const next = found.length > limit ? page.at(-1)?.id : undefined;
    const lines = jobs.length === 0 ? ['There are no jobs.'] : jobs.map(describeJob);
    if (next !== undefined) lines.push(`There are more: cursor "${next}".`);
    return { structured: { jobs, next_cursor: next }, text: lines.join('\n') };
  },
});
