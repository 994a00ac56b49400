import { runTasks } from '#lib/queue/run-tasks';

/*
 * A worker whose tasks do nothing, apart from endless ones. Like a worker that transcribes with one recognizer, it
 * shares six slots between accounts. Tasks are claimed one after the other, so the time from start to start is the end
 * of one task and the claim of the next. Prints these times in milliseconds, CLAIMS of them. Like any worker's process,
 * it ends with its runner.
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
