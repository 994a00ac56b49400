import { sql } from 'drizzle-orm';
import type { Tx } from '#lib/db/connect';

/** Adds three tasks: an email due later, a waiting transcription, and a failed sweep. Returns their ids. */
export async function addTasks(db: Tx): Promise<string[]> {
  await db.execute(sql`
    select graphile_worker.add_job('send-mail', '{"text":"secret"}'::json, run_at => now() + interval '1 day')`);
  await db.execute(sql`
    select graphile_worker.add_job('transcribe-job', '{"jobId":"x"}'::json,
      run_at => now() - interval '1 hour', job_key => 'transcribe x')`);
  await db.execute(sql`select graphile_worker.add_job('sweep', '{}'::json)`);
  await db.execute(sql`
    update graphile_worker._private_jobs set attempts = 2, last_error = ${'x'.repeat(1000)}
    where id = (select id from graphile_worker.jobs where task_identifier = 'sweep')`);
  return (await readTasks(db)).map(({ id }) => id);
}

/** Reads the tasks of the queue, the oldest first, and if each can run now. */
export function readTasks(db: Tx) {
  return db.execute<{ id: string; is_due: boolean }>(
    sql`
      select id::text, run_at <= now() and attempts < max_attempts as is_due
      from graphile_worker.jobs order by jobs.id`,
  );
}
