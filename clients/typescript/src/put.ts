import { readFile } from 'node:fs/promises';
import { usage, type Arguments } from './arguments.ts';
import { connect } from './connect.ts';
import type { Context } from './context.ts';
import { explainFileError } from './file-error.ts';
import { toSystemPath } from './file-path.ts';
import { isJobId } from './library/calls.ts';
import { exitCodes } from './stop.ts';

/** `longhand put ID FILE`: replaces a transcript with a file. Returns the exit code. */
export async function put(given: Arguments, { environment, stdout, signal }: Context): Promise<number> {
  const [id, file, ...others] = given.words;
  if (id === undefined || file === undefined || others.length > 0) {
    throw usage('Specify one job ID and one file: longhand put ID FILE');
  }
  if (!isJobId(id)) throw usage(`${JSON.stringify(id)} is not a job ID.`);
  const content = await readFile(toSystemPath(file)).catch((error: unknown) => {
    throw usage(explainFileError(error, { act: 'read', file }));
  });
  const { client } = await connect(given, environment);
  const { revision, matching_share, paragraphs } = await client.putTranscript(id, new Blob([content]), {
    acceptMismatch: given.flag('accept-mismatch'),
    signal,
  });
  const count = paragraphs === 1 ? '1 paragraph' : `${paragraphs} paragraphs`;
  const share = Math.floor(matching_share * 100);
  stdout.write(`Revision ${revision}: ${count}, ${share}% of the words match the recording.\n`);
  return exitCodes.done;
}
