import { sql } from 'drizzle-orm';
import type { Db } from '#lib/db/connect';
import { completeJob } from '#lib/endings/complete-job';

/**
 * Completes a job, and from that moment until `during` ends makes PostgreSQL fail every read of a transcript with this
 * code.
 */
export async function whileReadingFails<Result>(
  db: Db,
  { jobId, code }: { jobId: string; code: string },
  during: () => Promise<Result>,
): Promise<Result> {
  await db.transaction(async (tx) => {
    await completeJob(tx, {
      jobId,
      words: [{ text: 'Done.', startMs: 0, endMs: 400 }],
      speakers: [{ id: 0, name: 'Speaker 1' }],
      monologues: [{ id: 0, speaker: 0, from: 0, to: 1 }],
    });
    await tx.execute(
      sql.raw(`create or replace function fail_reading() returns boolean language plpgsql as
        $$ begin raise exception 'out of order' using errcode = '${code}'; end $$`),
    );
    await tx.execute(sql`alter table machine_transcripts rename to kept_transcripts`);
    await tx.execute(
      sql`create view machine_transcripts as select * from kept_transcripts where fail_reading()`,
    );
  });
  try {
    return await during();
  } finally {
    await db.execute(sql`drop view machine_transcripts`);
    await db.execute(sql`alter table kept_transcripts rename to machine_transcripts`);
  }
}
