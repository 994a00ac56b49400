import { z } from 'zod';
import { presentState } from '#app/(account)/present-job';
import type { SandboxJobsPage } from './sandbox-jobs';
import { readCallbackStates } from '#lib/callbacks/read-callback-states';
import type { Db } from '#lib/db/database';
import { listJobs } from '#lib/jobs/read/list-jobs';
import { Refusal } from '#lib/refusal';

const pageSize = 50;

const queryShape = z.object({ after: z.string().max(64).optional().catch(undefined) });

/** The page of the sandbox's jobs that the query asks for; the newest ones when it asks for none that there is. */
export async function readPage(
  db: Db,
  { accountId, query }: { accountId: string; query: unknown },
): Promise<SandboxJobsPage> {
  const { after } = queryShape.parse(query);
  // One more than is shown tells whether there are older ones.
  const page = { accountId, mode: 'test', limit: pageSize + 1 } as const;
  try {
    return await present(db, { accountId, after }, await listJobs(db, { ...page, startingAfter: after }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return present(db, { accountId, after: undefined }, await listJobs(db, page));
  }
}

async function present(
  db: Db,
  { accountId, after }: { accountId: string; after: string | undefined },
  listed: Awaited<ReturnType<typeof listJobs>>,
): Promise<SandboxJobsPage> {
  const jobs = listed.slice(0, pageSize);
  const states = await readCallbackStates(db, { accountId, jobIds: jobs.map(({ id }) => id) });
  return {
    jobs: jobs.map((job) => {
      const { id, name, metadata, createdAt, callbackUrl } = job;
      const callback = callbackUrl === null ? undefined : (states.get(id) ?? 'waiting');
      const submittedAt = createdAt.toISOString();
      return { id, name, metadata: metadata ?? undefined, submittedAt, state: presentState(job), callback };
    }),
    isNewest: after === undefined,
    olderAfter: listed.length > pageSize ? jobs.at(-1)?.id : undefined,
  };
}
