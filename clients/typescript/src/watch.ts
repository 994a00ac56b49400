import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { usage, type Arguments } from './arguments.ts';
import { beginRun, mostAtOnce } from './begin-run.ts';
import type { Context } from './context.ts';
import { getRecordingType } from './library/recording-types.ts';
import { pause } from './library/retry.ts';
import { createLimit } from './limit.ts';
import { createRestWatch } from './rest-watch.ts';
import { show } from './report.ts';
import { exitCodes, Stop } from './stop.ts';
import { transcribeFile } from './transcribe-file.ts';

const scanMs = 1000;

/** `longhand watch FOLDER`: works until it is interrupted, or with `--once` until all is done; gives the exit code. */
export async function watch(given: Arguments, context: Context): Promise<number> {
  const [folder, ...others] = given.words;
  if (folder === undefined || others.length > 0) throw usage('Name one folder to watch.');
  const root = path.resolve(folder);
  const found = await stat(root).catch(() => undefined);
  if (!found?.isDirectory()) throw usage(`${folder} is no folder.`);
  const settleMs = given.number('settle', { least: 0, otherwise: 5 }) * 1000;
  const recursive = given.flag('recursive');
  const once = given.flag('once');
  const { run, note, sumUp, end, report } = await beginRun(given, context, (file, out) =>
    out === undefined ? path.dirname(file) : path.join(out, path.relative(root, path.dirname(file))),
  );
  const files = createRestWatch(settleMs);
  const limit = createLimit(mostAtOnce);

  /** Never rejects: what ends the run ends the pauses. */
  async function work(file: string): Promise<void> {
    try {
      const outcome = await limit(() => transcribeFile(run, file));
      note(file, outcome);
      if (outcome.status === 'failed' && outcome.isPassing) {
        files.later(file, performance.now());
        if (!once) report.say(`${show(file)}: will be tried again`);
      } else files.done(file);
    } catch (error) {
      end(error);
    }
  }

  if (!once) report.say(`Watching ${show(root) || root}. Ctrl-C ends it.`);
  try {
    for (;;) {
      const ready = files.look(await listRecordings(root, recursive), performance.now());
      for (const file of ready) void work(file);
      if (once && files.isIdle()) return sumUp();
      await pause(scanMs, run.signal);
    }
  } finally {
    report.close();
  }
}

/** A recording that is in the folder now. */
export interface FoundFile {
  file: string;
  size: number;
  mtimeMs: number;
}

async function listRecordings(root: string, recursive: boolean): Promise<FoundFile[]> {
  const entries = await readdir(root, { withFileTypes: true, recursive }).catch((error: unknown) => {
    throw new Stop(exitCodes.someFailed, `The folder can't be read: ${(error as Error).message}`);
  });
  const files = entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .filter(({ name }) => getRecordingType(name) !== undefined)
    .map(({ parentPath, name }) => path.join(parentPath, name));
  const found = await Promise.all(
    files.map(async (file) => {
      // It may have gone meanwhile.
      const stats = await stat(file).catch(() => undefined);
      return stats?.isFile() ? [{ file, size: stats.size, mtimeMs: stats.mtimeMs }] : [];
    }),
  );
  return found.flat();
}
