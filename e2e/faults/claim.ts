import { note } from '#e2e/bench/note';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { formatDelays } from '#e2e/support/faults/percentile';
import { createDatabase } from '#e2e/support/test-database';
import { waitFor } from '#e2e/support/wait';
import { connect } from '#lib/db/connect';
import { runTasks } from '#lib/queue/run-tasks';

const accounts = 100;

/** How long a worker takes to claim each of its next tasks when 100,000 are queued, those of many accounts among them. */
export async function measureClaims({ short }: FaultRun): Promise<void> {
  const [queued, claims] = short ? [2000, 50] : [100_000, 500];
  const database = await createDatabase();
  const { sql, close } = connect(database.url, { max: 1 });
  try {
    await sql`
      select graphile_worker.add_job('transcribe-job', json_build_object('jobId', n::text),
        max_attempts => 1000, priority => n / ${accounts}, job_key => 'transcribe ' || n)
      from generate_series(1, ${queued}::int) as n`;
    await sql`analyze`;
    const starts: number[] = [];
    // One hand whose work is nothing: from start to start is the end of one task and the claim of the next.
    const runner = await runTasks(
      database.url,
      { 'transcribe-job': async () => void starts.push(performance.now()) },
      { concurrency: 1 },
    );
    await waitFor('the claims', () => (starts.length > claims ? true : undefined));
    await runner.leave();
    const delays = starts.slice(0, claims).map((start, i) => (starts[i + 1] ?? start) - start);
    note(`Claim of a task of ${queued}`, formatDelays(delays), 'p95 below 50 ms');
  } finally {
    await close();
    await database.drop();
  }
}
