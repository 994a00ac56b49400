import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/*
 * Loaded into the processes of a service by NODE_OPTIONS: on SIGUSR2, one collects its garbage and says what it keeps.
 */

setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collect = runInNewContext('gc');

process.on('SIGUSR2', async () => {
  collect();
  // What was let go of by finalizers goes with the next one.
  await sleep(1000);
  collect();
  const { heapUsed, external } = process.memoryUsage();
  // A line of its own, also behind half of another.
  process.stdout.write(`\n${JSON.stringify({ keptMemory: process.pid, bytes: heapUsed + external })}\n`);
});
