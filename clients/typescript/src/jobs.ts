import { usage, type Arguments } from './arguments.ts';
import { connect } from './connect.ts';
import type { Context } from './context.ts';
import { exitCodes } from './stop.ts';

/** `longhand jobs`. Returns the exit code. */
export async function jobs(given: Arguments, { environment, stdout, signal }: Context): Promise<number> {
  if (given.words.length > 0) throw usage('jobs takes no arguments. To show one job: longhand get ID');
  const most = Math.floor(given.number('limit', { least: 1, otherwise: 20 }));
  const { client } = await connect(given, environment);
  let count = 0;
  for await (const job of client.listJobs({ pageSize: Math.min(most, 1000), signal })) {
    if (given.flag('json')) stdout.write(`${JSON.stringify(job)}\n`);
    else {
      const status = job.status.padEnd('in_progress'.length);
      const name = job.name.replaceAll(/\p{Cc}/gu, ' ');
      stdout.write(`${job.id}  ${status}  ${job.created_on}  ${name}\n`);
    }
    count += 1;
    if (count === most) break;
  }
  return exitCodes.done;
}
