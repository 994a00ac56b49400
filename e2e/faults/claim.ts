import assert from 'node:assert/strict';
import { note } from '#e2e/bench/note';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { formatDelays, percentile } from '#e2e/support/faults/percentile';
import { runNode } from '#e2e/support/run-process';
import { createDatabase } from '#e2e/support/test-database';
import { connect } from '#lib/db/connect';

const accounts = 100;
const batch = 1000;

/** How long a worker takes to claim each of its next tasks when 100,000 are queued, those of many accounts among them. */
export async function measureClaims({ short }: FaultRun): Promise<void> {
  const [queued, claims] = short ? [2000, 50] : [100_000, 500];
  const database = await createDatabase();
  const { sql, close } = connect(database.url, { max: 1 });
  try {
    for (let from = 0; from < queued; from += batch) {
      await sql`
        select graphile_worker.add_job('transcribe-job', json_build_object('jobId', n::text),
          max_attempts => 1000, priority => n / ${accounts}, job_key => 'transcribe ' || n)
        from generate_series(${from}::int + 1, ${from + batch}::int) as n`;
      // The plans of an empty table would read all of it for each task.
      await sql`analyze graphile_worker._private_jobs`;
    }
    const worker = runNode(['--import', 'tsx', 'e2e/support/faults/claim-tasks.ts'], {
      DATABASE_URL: database.url,
      CLAIMS: String(claims),
    });
    const { code, stdout, output } = await worker.ended;
    assert.equal(code, 0, output);
    const delays = JSON.parse(stdout) as number[];
    note(
      `Claim of a task of ${queued}`,
      formatDelays(delays),
      'p95 below 50 ms',
      percentile(delays, 0.95) < 50,
    );
  } finally {
    await close();
    await database.drop();
  }
}
