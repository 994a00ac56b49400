import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { listFiles } from './list-files.mjs';

// In one process: the start of one for each file would take most of the time.
const files = ['lib', 'bin']
  .flatMap((folder) => listFiles(folder))
  .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.slow.test.ts'));

await Promise.all(files.map((file) => import(pathToFileURL(path.resolve(file)).href)));
