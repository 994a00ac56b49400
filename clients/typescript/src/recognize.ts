import type { RecognitionOptions } from './library/contract.ts';
import { readSubmissionOptions, usage, type Arguments } from './arguments.ts';
import { connect } from './connect.ts';
import type { Context } from './context.ts';
import { isJobId } from './library/calls.ts';
import { createReport } from './report.ts';
import { exitCodes, Stop } from './stop.ts';

/** `longhand recognize ID`: recognizes a recording again. Returns the exit code. */
export async function recognize(given: Arguments, context: Context): Promise<number> {
  const { environment, stdout, stderr, signal } = context;
  const [id, ...others] = given.words;
  if (id === undefined || others.length > 0) throw usage('Specify one job ID: longhand recognize ID');
  if (!isJobId(id)) throw usage(`${JSON.stringify(id)} is not a job ID.`);
  const options = { ...readSubmissionOptions(given), ...readPart(given) };
  const { client } = await connect(given, environment);
  const json = given.flag('json');
  let run = await client.recognizeJob(id, { ...options, signal });
  // Printed before waiting, so that the run can be canceled.
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

/** The requested part: a passage, or only the speakers. */
function readPart(given: Arguments): Pick<RecognitionOptions, 'task' | 'passage'> {
  const [from, to] = [given.text('from'), given.text('to')];
  if ((from === undefined) !== (to === undefined)) throw usage('--from and --to must be used together.');
  return {
    ...(given.flag('only-speakers') && { task: 'speakers' }),
    ...(from !== undefined && to !== undefined && { passage: { start: readTime(from), end: readTime(to) } }),
  };
}

/** Parses a time such as 80, 1:20 or 1:01:20.5 into seconds. */
function readTime(text: string): number {
  if (!/^(?:\d+:){0,2}\d+(?:\.\d+)?$/.test(text))
    throw usage(`${JSON.stringify(text)} is not a time such as 1:20.`);
  return text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}
