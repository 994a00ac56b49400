import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { announceEditor } from '#lib/events/announce-editor';
import { announceJob } from '#lib/events/announce-job';
import { isJob } from '#lib/jobs/is-job';
import { cleanText } from '#lib/jobs/submit/media-name';
import { invalidParameter, Refusal } from '#lib/refusal';
import * as faultTexts from '#messages/faults';

/** Renames a job, and returns the cleaned name; notifies open editors. Refuses `job-not-found`. */
export async function renameJob(
  db: Db,
  { accountId, jobId, name }: { accountId: string; jobId: string; name: string },
): Promise<string> {
  const cleaned = cleanText(name);
  if (cleaned === '') throw invalidParameter('name', faultTexts.nameLength());
  await db.transaction(async (tx) => {
    const [job] = await tx
      .update(jobs)
      .set({ name: cleaned, nameChosen: true })
      .where(isJob({ accountId, jobId }))
      .returning({ id: jobs.id, accountId: jobs.accountId });
    if (job === undefined) throw new Refusal({ kind: 'job-not-found' });
    await announceJob(tx, job, 'job');
    await announceEditor(tx, { kind: 'renamed', jobId, name: cleaned });
  });
  return cleaned;
}
