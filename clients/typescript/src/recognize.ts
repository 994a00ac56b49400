import { readSubmissionOptions, usage, type Arguments } from './arguments.ts';
import { connect } from './connect.ts';
import type { Context } from './context.ts';
import { isJobId } from './library/job-id.ts';
import { createReport } from './report.ts';
import { exitCodes, Stop } from './stop.ts';

/** `longhand recognize ID`: recognizes a recording again; gives the exit code. */
export async function recognize(given: Arguments, context: Context): Promise<number> {
  const { environment, stdout, stderr, signal } = context;
  const [id, ...others] = given.words;
  if (id === undefined || others.length > 0) throw usage('Specify one job ID: longhand recognize ID');
  if (!isJobId(id)) throw usage(`${JSON.stringify(id)} is not a job ID.`);
  const options = readSubmissionOptions(given);
  const { client } = await connect(given, environment);
  const json = given.flag('json');
  let run = await client.recognizeJob(id, { ...options, signal });
  // Before the wait, so that it can be canceled.
  if (!json) stdout.write(`${run.id}\n`);
  if (given.flag('wait')) {
    const report = createReport({ stdout, stderr, json, color: false });
    report.step(run.id, { name: 'transcribing' });
    try {
      run = await client.waitFor(run, { signal });
    } finally {
      report.close();
    }
  }
  if (json) stdout.write(`${JSON.stringify(run)}\n`);
  if (run.status !== 'failed') return exitCodes.done;
  throw new Stop(exitCodes.someFailed, `The job failed. ${run.failure_detail ?? ''}`.trim());
}
