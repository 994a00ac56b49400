import assert from 'node:assert/strict';
import type postgres from 'postgres';
import { note } from '#e2e/bench/note';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { formatDelays, percentile } from '#e2e/support/faults/percentile';
import { runNode } from '#e2e/support/run-process';
import { createDatabase } from '#e2e/support/test-database';
import { connect } from '#lib/db/connect';

const batch = 1000;

/**
 * Measures how long a worker takes to claim each of its next tasks when 100,000 tasks of many accounts are queued; and
 * when thousands come before those, of an account that already has its share of the slots.
 */
export async function measureClaims({ short }: FaultRun): Promise<void> {
  const [queued, before, claims] = short ? [2000, 1000, 50] : [100_000, 10_000, 500];
  const database = await createDatabase();
  const { sql, close } = connect(database.url, { max: 1 });
  const measure = async (figure: string): Promise<void> => {
    const worker = runNode(['--import', 'tsx', 'e2e/support/faults/claim-tasks.ts'], {
      DATABASE_URL: database.url,
      CLAIMS: String(claims),
    });
    const { code, stdout, output } = await worker.ended;
    assert.equal(code, 0, output);
    const delays = JSON.parse(stdout) as number[];
    note(figure, formatDelays(delays), 'p95 below 50 ms', percentile(delays, 0.95) < 50);
  };
  try {
    await addTasks(sql, { name: 'many', accounts: 100, tasks: queued, firstPriority: before });
    await measure(`Claim of a task of ${queued}`);
    await addTasks(sql, { name: 'endless', accounts: 1, tasks: before, firstPriority: 0 });
    await measure(`… behind ${before} of an account that has its share of the slots`);
  } finally {
    await close();
    await database.drop();
  }
}

interface Tasks {
  name: string;
  accounts: number;
  tasks: number;
  firstPriority: number;
}

/** Adds the tasks that submissions of this many accounts in turn would add to the queue. */
async function addTasks(sql: postgres.Sql, { name, accounts, tasks, firstPriority }: Tasks): Promise<void> {
  for (let from = 0; from < tasks; from += batch) {
    await sql`
      select graphile_worker.add_job('transcribe-job', json_build_object('jobId', id), max_attempts => 1000,
        priority => ${firstPriority}::int + n / ${accounts}::int, job_key => 'transcribe ' || id,
        flags => array['account ' || ${name}::text || n % ${accounts}::int])
      from generate_series(${from}::int, ${from + batch}::int - 1) as n, concat(${name}::text, ' ', n) as id`;
    // Query plans for an empty table would read the whole table for each task.
    await sql`analyze graphile_worker._private_jobs`;
  }
}
