import { runTasks } from '#lib/queue/run-tasks';

/*
 * A worker of one hand, whose work is nothing: from start to start is the end of one task and the claim of the next.
 * Prints the milliseconds of as many as CLAIMS says. Like any worker's process, it ends with its runner.
 */

const claims = Number(process.env['CLAIMS']);
const starts: number[] = [];
await runTasks(
  process.env['DATABASE_URL'] ?? '',
  {
    'transcribe-job': async () => {
      starts.push(performance.now());
      if (starts.length <= claims) return;
      console.log(JSON.stringify(starts.slice(1).map((start, i) => start - (starts[i] ?? start))));
      process.exit(0);
    },
  },
  { concurrency: 1 },
);
