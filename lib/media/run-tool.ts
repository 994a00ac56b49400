import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';

/* ffmpeg and ffprobe read untrusted files, so their memory, time, file size, output and environment are limited. */

const prlimit = '/usr/bin/prlimit';
const memoryBytes = 2 * 1024 ** 3;
const keptOutputBytes = 256 * 1024;
const keptErrorBytes = 8 * 1024;
const longestLine = 64 * 1024;
const environment = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  LC_ALL: 'C',
  NODE_ENV: 'production' as const,
};

/**
 * The limits of one run. `fileBytes` is the largest file that it may write. `dataBytes` lowers the limit of private
 * memory, without shared libraries. `niceness` (1 to 19) lowers its priority.
 */
export interface ToolLimits {
  cpuSeconds: number;
  wallSeconds: number;
  fileBytes: number;
  dataBytes?: number | undefined;
  niceness?: number;
}

/** Returns the limits of a run that writes no file and takes some minutes at most. */
export function readingLimits(cpuMinutes: number): ToolLimits {
  return { cpuSeconds: 60 * cpuMinutes, wallSeconds: 120 * cpuMinutes, fileBytes: 0 };
}

/** Returns the limits of a run that decodes seconds of sound, of each of several tracks. */
export function decodingLimits(
  seconds: number,
  { bytesPerSecond, tracks = 1 }: { bytesPerSecond: number; tracks?: number },
): ToolLimits {
  // An hour of a track takes about 10 s; a long video has much else to skip.
  const cpuSeconds = 120 + (tracks * seconds) / 10;
  return { cpuSeconds, wallSeconds: 2 * cpuSeconds, fileBytes: (seconds + 10) * bytesPerSecond };
}

/** Callbacks for each line of a tool's output or messages. Output that is read this way isn't kept. */
export interface ToolReaders {
  onLine?: (line: string) => void;
  onMessage?: (line: string) => void;
}

/** The last 256 KiB of a tool's output and the last 8 KiB of its messages. */
export interface ToolOutput {
  stdout: string;
  stderr: string;
}

/** The tool failed. `limited` if a limit or a crash ended it. `stderr` has its messages. */
export class ToolFailure extends Error {
  readonly stderr: string;
  readonly limited: boolean;

  constructor(message: string, stderr: string, limited: 'limited' | 'gave-up') {
    super(message);
    this.name = 'ToolFailure';
    this.stderr = stderr;
    this.limited = limited === 'limited';
  }
}

/**
 * Runs ffmpeg or ffprobe. Throws a `ToolFailure` if the tool rejects the file or exceeds a limit, the signal's reason
 * when aborted (the process is killed), and another `Error` for local problems: the tool is missing, or the disk is
 * full (code `ENOSPC`).
 */
export async function runTool(
  tool: 'ffmpeg' | 'ffprobe',
  args: readonly string[],
  limits: ToolLimits,
  signal?: AbortSignal,
  readers: ToolReaders = {},
): Promise<ToolOutput> {
  signal?.throwIfAborted();
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-'));
  try {
    const [command, fenced] = fence(tool, args, limits);
    // The bundler would take a program's name for a project file and trace the whole project.
    const child = spawn(/* turbopackIgnore: true */ command, fenced, {
      cwd: folder,
      env: { ...environment, HOME: folder, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return await watch(child, tool, { limits, readers }, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function fence(tool: string, args: readonly string[], limits: ToolLimits): [string, string[]] {
  const [command, rest] = limit(tool, args, limits);
  if (limits.niceness === undefined) return [command, rest];
  return ['nice', ['-n', String(limits.niceness), command, ...rest]];
}

function limit(tool: string, args: readonly string[], limits: ToolLimits): [string, string[]] {
  // prlimit is part of util-linux. Elsewhere (macOS), the wall clock is the only limit.
  if (!existsSync(prlimit)) return [tool, [...args]];
  const bounds = [
    `--as=${memoryBytes}`,
    `--cpu=${Math.ceil(limits.cpuSeconds)}`,
    `--fsize=${Math.ceil(limits.fileBytes)}`,
    '--core=0',
    ...(limits.dataBytes === undefined ? [] : [`--data=${limits.dataBytes}`]),
  ];
  return [prlimit, [...bounds, '--', tool, ...args]];
}

async function watch(
  child: ChildProcess & { stdout: Readable; stderr: Readable },
  tool: string,
  { limits, readers: { onLine, onMessage } }: { limits: ToolLimits; readers: ToolReaders },
  signal: AbortSignal | undefined,
): Promise<ToolOutput> {
  const kill = () => child.kill('SIGKILL');
  let late = false;
  const clock = setTimeout(() => {
    late = true;
    kill();
  }, limits.wallSeconds * 1000);
  signal?.addEventListener('abort', kill, { once: true });
  if (signal?.aborted === true) kill();
  const stdout = onLine === undefined ? keepTail(child.stdout, keptOutputBytes) : () => '';
  const stderr = keepTail(child.stderr, keptErrorBytes);
  if (onLine !== undefined) readLines(child.stdout, onLine);
  if (onMessage !== undefined) readLines(child.stderr, onMessage);
  try {
    const ended = await new Promise<{ code: number | null; killedBy: string | null }>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, killedBy) => resolve({ code, killedBy }));
    });
    signal?.throwIfAborted();
    const output = { stdout: stdout(), stderr: stderr() };
    // ffmpeg exits with 0 if only the last bytes didn't fit on the disk.
    if (ended.code === 0 && !diskFull.test(output.stderr)) return output;
    throw explain(tool, ended, output.stderr, late);
  } catch (error) {
    throw isMissing(error) ? notInstalled(tool) : error;
  } finally {
    clearTimeout(clock);
    signal?.removeEventListener('abort', kill);
  }
}

const diskFull = /No space left on device|Disk quota exceeded/;
const machineFaults =
  /No space left on device|Disk quota exceeded|Input\/output error|Too many open files|Permission denied|Read-only file system/;

function explain(
  tool: string,
  ended: { code: number | null; killedBy: string | null },
  stderr: string,
  late: boolean,
): Error {
  if (ended.code === 127 && /^(prlimit|nice):/.test(stderr)) return notInstalled(tool);
  const fault = machineFaults.exec(stderr);
  if (fault) {
    const error = new Error(`${tool} failed: ${fault[0]}`);
    return diskFull.test(fault[0]) ? Object.assign(error, { code: 'ENOSPC' }) : error;
  }
  if (late) return new ToolFailure(`${tool} took too long`, stderr, 'limited');
  // Not our SIGKILL: the kernel sends it at the hard limit or when memory is short.
  if (ended.killedBy) return new ToolFailure(`${tool} was ended by ${ended.killedBy}`, stderr, 'limited');
  const limited = stderr.includes('Cannot allocate memory') ? 'limited' : 'gave-up';
  return new ToolFailure(`${tool} failed with code ${ended.code}`, stderr, limited);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function notInstalled(tool: string): Error {
  return new Error(`${tool} is not installed (Debian: apt-get install ffmpeg; macOS: brew install ffmpeg)`);
}

function keepTail(stream: Readable, limit: number): () => string {
  let tail = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    tail += chunk;
    if (tail.length > 2 * limit) tail = tail.slice(-limit);
  });
  return () => tail.slice(-limit);
}

/** Calls back for each line. Truncates overlong lines. */
function readLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = (lines.pop() ?? '').slice(0, longestLine);
    for (const line of lines) onLine(line);
  });
  stream.on('end', () => {
    if (rest !== '') onLine(rest);
  });
}
