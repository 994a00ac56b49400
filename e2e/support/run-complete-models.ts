import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { completeModels } from '#bin/models/complete-models';
import { readSettings } from '#bin/start/check-settings';
import { publishElsewhere, type SmallModels } from './small-models';

/*
 * Runs only the background installation that `npm start` runs beside the service, with sources other than the catalog's
 * (the first argument, as JSON). The process kills itself before the disk change whose number is the second argument.
 * At the end it prints the number of changes.
 */

const [, , sources = '', killAt] = process.argv;
let changes = 0;

/** Counts the calls of this function of Node.js, and kills the process at the chosen one. */
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
