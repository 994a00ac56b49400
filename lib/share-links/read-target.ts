import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Tx } from '#lib/db/connect';

/** The job that a link opens, as the audit log names it. */
export async function readTarget(
  tx: Tx,
  { jobId }: { jobId: string },
): Promise<{ id: string; name: string } | undefined> {
  const [job] = await tx.select({ id: jobs.id, name: jobs.name }).from(jobs).where(eq(jobs.id, jobId));
  return job;
}
