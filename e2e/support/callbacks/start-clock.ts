import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFaketime } from '#bin/find-faketime.mjs';

/** A clock that runs as the real one does, and can be put forward. */
export interface Clock {
  /** What a program needs in its environment to live by this clock: one of several threads, or of a single one. */
  environment: { threaded: Record<string, string>; single: Record<string, string> };
  /** What time it is by this clock, in milliseconds since 1970. */
  now(): number;
  /** Puts the clock forward to this time, for all programs at once; a time that has passed changes nothing. */
  jumpTo(time: number): Promise<void>;
  remove(): Promise<void>;
}

/** Says in a sentence why there can be no such clock here, or nothing when there can. */
export function whyNoClock(): string | undefined {
  if (process.platform !== 'linux') return 'The test clock is for Linux only.';
  const libraries = findFaketime();
  if (libraries === undefined) return 'libfaketime is not installed.';
  const env = { ...process.env, LD_PRELOAD: libraries.threaded, FAKETIME: '+1d' };
  const { stdout } = spawnSync(process.execPath, ['-p', 'Date.now()'], { env });
  // oxlint-disable-next-line longhand/no-wall-clock -- how far the clock is ahead is what it is made for
  const aheadMs = Number(stdout.toString()) - Date.now();
  return aheadMs > 86_000_000 ? undefined : 'libfaketime does not move the clock of Node.js here.';
}

/** Starts a clock that shows the real time. It moves no timer: a second of waiting still takes a second. */
export async function startClock(): Promise<Clock> {
  const libraries = findFaketime();
  if (libraries === undefined) throw new Error('libfaketime is not installed.');
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-clock-'));
  // PostgreSQL, which runs as another user when we are root, reads the file too.
  await chmod(folder, 0o755);
  const file = path.join(folder, 'offset');
  let offsetMs = 0;
  const write = async () => {
    // Renamed into place: whoever looks meanwhile must not find half a number.
    const unfinished = `${file}.unfinished`;
    await writeFile(unfinished, `+${(offsetMs / 1000).toFixed(3)}\n`);
    await chmod(unfinished, 0o644);
    await rename(unfinished, file);
  };
  await write();
  const environmentWith = (library: string) => ({
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  });
  return {
    environment: {
      threaded: environmentWith(libraries.threaded),
      single: environmentWith(libraries.single),
    },
    now: () => Date.now() + offsetMs,
    async jumpTo(time) {
      // oxlint-disable-next-line longhand/no-wall-clock -- how far the clock is ahead is what it is made for
      offsetMs = Math.max(offsetMs, time - Date.now());
      await write();
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
