import { stat } from 'node:fs/promises';
import path from 'node:path';
import { usage, type Arguments } from './arguments.ts';
import { beginRun, maxAtOnce } from './begin-run.ts';
import type { Context } from './context.ts';
import { explainFileError } from './file-error.ts';
import { showPath, toSystemPath } from './file-path.ts';
import { pause } from './library/retry.ts';
import { createLimit } from './limit.ts';
import { listRecordings } from './list-recordings.ts';
import { createRestWatch } from './rest-watch.ts';
import { show } from './report.ts';
import { exitCodes, Stop } from './stop.ts';
import { transcribeFile } from './transcribe-file.ts';

const scanMs = 1000;

/** `longhand watch FOLDER`: runs until interrupted or, with `--once`, until all is done. Returns the exit code. */
export async function watch(given: Arguments, context: Context): Promise<number> {
  const [folder, ...others] = given.words;
  if (folder === undefined || others.length > 0) throw usage('Specify one folder to watch.');
  const root = path.resolve(folder);
  const found = await stat(toSystemPath(root)).catch(() => undefined);
  if (!found?.isDirectory()) throw usage(`${showPath(folder)} is not a folder.`);
  const settleMs = given.number('settle', { least: 0, otherwise: 5 }) * 1000;
  const recursive = given.flag('recursive');
  const once = given.flag('once');
  const { run, note, sumUp, end, report } = await beginRun(given, context, (file, out) =>
    out === undefined ? path.dirname(file) : path.join(out, path.relative(root, path.dirname(file))),
  );
  const files = createRestWatch(settleMs);
  const limit = createLimit(maxAtOnce);

  /** Never rejects: the end of the run ends pauses. */
  async function work(file: string): Promise<void> {
    try {
      const outcome = await limit(() => transcribeFile(run, file));
      note(file, outcome);
      if (outcome.status === 'failed' && outcome.isPassing) {
        files.later(file, performance.now());
        if (!once) report.say(`${show(file)}: will be retried`);
      } else files.done(file);
    } catch (error) {
      end(error);
    }
  }

  const told = new Set<string>();

  /** Reports each unreadable folder once. */
  function tellUnread(unread: ReadonlyMap<string, Error>): void {
    for (const folder of told) if (!unread.has(folder)) told.delete(folder);
    for (const [folder, error] of unread) {
      const file = show(folder) || folder;
      if (!told.has(folder)) report.say(explainFileError(error, { act: 'read', file, kind: 'folder' }));
      told.add(folder);
    }
  }

  if (!once) report.say(`Watching ${show(root) || root}. Ctrl-C ends it.`);
  try {
    for (;;) {
      const { files: found, unread } = await listRecordings(root, recursive);
      tellUnread(unread);
      // Keeps its state while the disk is briefly unavailable. With `once`, the next run continues.
      if (once || !unread.has(root)) {
        for (const file of files.look(found, performance.now())) void work(file);
      }
      if (once && files.isIdle()) {
        const code = sumUp();
        if (unread.size === 0) return code;
        const folders = [...unread.keys()].map((folder) => show(folder) || folder);
        throw new Stop(exitCodes.someFailed, `Folders that can't be read: ${folders.join(', ')}`);
      }
      await pause(scanMs, run.signal);
    }
  } finally {
    report.close();
  }
}
