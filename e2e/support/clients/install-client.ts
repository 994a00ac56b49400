import { execFile } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The client as npm would publish it. */
export interface InstalledClient {
  /** The folder of the built library. */
  dist: string;
  /** The command-line program. */
  program: string;
}

const source = 'clients/typescript';

/** Compiles only the client into this folder's `node_modules`; returns its command-line program. */
export async function compileClient(folder: string): Promise<string> {
  const target = path.join(folder, 'node_modules', 'longhand');
  const dist = path.join(target, 'dist');
  await run('node_modules/.bin/tsc', ['--project', source, '--outDir', dist]);
  await copyFile(path.join(source, 'package.json'), path.join(target, 'package.json'));
  return path.join(dist, 'longhand.js');
}

/** Builds the client, packs it as npm does, and unpacks it into this folder's `node_modules`. */
export async function installClient(folder: string): Promise<InstalledClient> {
  const cwd = source;
  // `npm test` turns off package scripts, so npm does not build it automatically.
  await run('npm', ['run', 'build'], { cwd });
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', pack, { cwd });
  const [packed] = JSON.parse(stdout) as Array<{ filename: string }>;
  const target = path.join(folder, 'node_modules', 'longhand');
  await mkdir(target, { recursive: true });
  const archive = path.join(folder, packed?.filename ?? '');
  await run('tar', ['--extract', '--file', archive, '--directory', target, '--strip-components', '1']);
  const { stdout: program } = await run(
    process.execPath,
    ['-p', "require('longhand/package.json').bin.longhand"],
    { cwd: folder },
  );
  return { dist: path.join(target, 'dist'), program: path.join(target, program.trim()) };
}
