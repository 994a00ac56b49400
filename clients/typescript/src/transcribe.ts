import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { usage, type Arguments } from './arguments.ts';
import { beginRun, maxAtOnce } from './begin-run.ts';
import type { Context } from './context.ts';
import { explainFileError } from './file-error.ts';
import { showPath, toSystemPath } from './file-path.ts';
import { createLimit } from './limit.ts';
import { transcribeFile, type Run } from './transcribe-file.ts';

/** `longhand transcribe FILE…`. Returns the exit code. */
export async function transcribe(given: Arguments, context: Context): Promise<number> {
  if (given.words.length === 0) throw usage('Specify the recordings to transcribe.');
  const files = [...new Set(given.words.map((file) => path.resolve(file)))];
  for (const file of files) {
    const found = await stat(toSystemPath(file)).catch(() => undefined);
    if (found?.isDirectory())
      throw usage(`${showPath(file)} is a folder: longhand watch ${showPath(file)} --once`);
  }
  const transcript = await readTranscript(given.text('transcript'), files);
  const { run, note, sumUp, end, report } = await beginRun(
    given,
    context,
    (file, out) => out ?? path.dirname(file),
  );
  const limit = createLimit(maxAtOnce);
  try {
    await Promise.all(
      files.map((file) =>
        limit(async () => {
          run.signal.throwIfAborted();
          note(file, await transcribeFile({ ...run, transcript }, file));
        }),
      ),
    );
    return sumUp();
  } catch (error) {
    end(error);
    throw error;
  } finally {
    report.close();
  }
}

/** Reads the text of the only recording. */
async function readTranscript(file: string | undefined, recordings: string[]): Promise<Run['transcript']> {
  if (file === undefined) return undefined;
  if (recordings.length > 1) throw usage('--transcript is the text of one recording.');
  const content = await readFile(toSystemPath(file)).catch((error: unknown) => {
    throw usage(explainFileError(error, { act: 'read', file }));
  });
  return { content: new Blob([content]), sha256: createHash('sha256').update(content).digest('hex') };
}
