import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/*
 * Loaded into a service's processes by NODE_OPTIONS: on SIGUSR2, a process collects its garbage and reports its kept
 * memory.
 */

setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collect = runInNewContext('gc');

process.on('SIGUSR2', async () => {
  collect();
  // Memory that finalizers have released is freed by the second collection.
  await sleep(1000);
  collect();
  const { heapUsed, external } = process.memoryUsage();
  // A line of its own, even after an unfinished one.
  process.stdout.write(`\n${JSON.stringify({ keptMemory: process.pid, bytes: heapUsed + external })}\n`);
});
