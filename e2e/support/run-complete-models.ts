import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { completeModels } from '#bin/models/complete-models';
import { readSettings } from '#bin/start/check-settings';
import { publishElsewhere, type SmallModels } from './small-models';

/*
 * The installation in the background alone, as `npm start` runs it beside the service, with other sources than those of the catalogue
 * (the first argument, as JSON). Before the change to the disk that the second argument counts, the process kills itself. At its end it
 * prints how many changes there were.
 */

const [, , sources = '', killAt] = process.argv;
let changes = 0;

/** Counts the calls of this function of Node.js, and ends the process in the right one. */
function count(owner: object, name: string): void {
  const original = Reflect.get(owner, name) as (...given: unknown[]) => unknown;
  const counted = (...given: unknown[]) => {
    changes += 1;
    if (String(changes) === killAt) process.kill(process.pid, 'SIGKILL');
    return original(...given);
  };
  Reflect.set(owner, name, counted);
}

for (const name of ['mkdir', 'open', 'rename', 'rm', 'writeFile']) count(fs.promises, name);
for (const name of ['linkSync', 'renameSync', 'rmSync', 'writeFileSync']) count(fs, name);
syncBuiltinESMExports();

publishElsewhere(JSON.parse(sources) as SmallModels['sources']);
await completeModels(readSettings(), new AbortController().signal);
console.log(`${changes} changes`);
