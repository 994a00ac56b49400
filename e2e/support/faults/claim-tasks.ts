import { runTasks } from '#lib/queue/run-tasks';

/*
 * A worker whose work is nothing, but for endless tasks. Like one that transcribes with one recognizer, it shares six slots
 * between accounts. They claim one after the other, so that from start to start is the end of one task and the claim of the
 * next. Prints the milliseconds of as many as CLAIMS says. Like any worker's process, it ends with its runner.
 */

const claims = Number(process.env['CLAIMS']);
const starts: number[] = [];
await runTasks(process.env['DATABASE_URL'] ?? '', [
  {
    handlers: {
      'transcribe-job': async ({ jobId }) => {
        if (jobId.startsWith('endless')) return new Promise(() => {});
        starts.push(performance.now());
        if (starts.length <= claims) return;
        console.log(JSON.stringify(starts.slice(1).map((start, i) => start - (starts[i] ?? start))));
        process.exit(0);
      },
    },
    concurrency: 6,
    isShared: true,
  },
]);
