import { spawn, spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { findProgram } from '#bin/find-program.mjs';
import { makeFolder } from '#e2e/support/temporary-folder';

/*
 * A network namespace has no way out: no device but loopback, and only its own routes. Its mounts are separate too, so
 * that the resolver can be pointed to another server, and so are its processes, so that all end with the first.
 */

const ownEverything = ['--net', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child'];
// PostgreSQL refuses to run as root: a user other than root keeps its identity, with the rights over the new namespace.
const asOneself = ['--user', '--map-current-user', '--keep-caps'];
const unshare = [...(process.getuid?.() === 0 ? [] : asOneself), ...ownEverything];

/** Returns the reason, as a sentence, why no network namespace can be made here, or undefined if one can. */
export function whyNoNamespace(): string | undefined {
  if (process.platform !== 'linux') return 'Network namespaces exist on Linux only.';
  for (const program of ['unshare', 'ip', 'mount']) {
    if (findProgram(program) === undefined) return `The program ${program} is missing.`;
  }
  const { status, stderr } = spawnSync('unshare', [...unshare, 'ip', 'link', 'set', 'lo', 'up']);
  return status === 0 ? undefined : `No network namespace can be made here: ${stderr.toString().trim()}`;
}

/**
 * Runs a TypeScript program in a network namespace of its own; returns its exit code and all its output. Every process
 * that it started ends with it, and its temporary files are removed.
 */
export async function runInNamespace(program: string): Promise<{ code: number | null; output: string }> {
  const folder = await makeFolder();
  // With the environment variable of node:test, the program would report to our test runner instead of printing.
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const node = [process.execPath, '--import', 'tsx', '--test-reporter=spec'];
  const child = spawn('unshare', [...unshare, ...node, program], {
    env: { ...environment, TMPDIR: folder },
    // The program ends with its standard input, so that it is not left running when we are killed.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.on('error', (error) => (output += `\n${error.message}\n`));
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  await rm(folder, { recursive: true, force: true });
  return { code, output };
}
