import { sql } from 'drizzle-orm';
import type { Db } from '#lib/db/connect';

/** Returns the key of the task that transcribes this job. */
export function transcriptionKey(jobId: string): string {
  return `transcribe ${jobId}`;
}

/** Returns these jobs' positions in the queue, counted from 1. Omits jobs that aren't waiting. */
export async function queuePositions(db: Db, jobIds: string[]): Promise<Map<string, number>> {
  if (jobIds.length === 0) return new Map();
  const keys = sql.param(jobIds.map(transcriptionKey));
  const rows = await db.execute<{ key: string; position: number }>(sql`
    select key, position from (
      select key, row_number() over (order by priority, run_at, id)::int as position
      from graphile_worker.jobs
      where task_identifier = 'transcribe-job' and locked_at is null
    ) as waiting
    where key = any(${keys}::text[])`);
  const byKey = new Map(rows.map(({ key, position }) => [key, position]));
  return new Map(
    jobIds.flatMap((id) => {
      const position = byKey.get(transcriptionKey(id));
      return position === undefined ? [] : [[id, position] as const];
    }),
  );
}
