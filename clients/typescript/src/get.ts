import { existsSync } from 'node:fs';
import path from 'node:path';
import { readFormats, usage, type Arguments } from './arguments.ts';
import { connect } from './connect.ts';
import type { Context } from './context.ts';
import type { Job } from './library/contract.ts';
import { formats, type FormatName } from './library/formats.ts';
import { isJobId } from './library/calls.ts';
import { nameResults } from './name-results.ts';
import { AlreadyThere } from './plan-results.ts';
import { exitCodes, Stop } from './stop.ts';
import { replaceFile } from './write-result.ts';

/** `longhand get ID`: prints a transcript, or writes it into a folder. Returns the exit code. */
export async function get(given: Arguments, { environment, stdout, signal }: Context): Promise<number> {
  const [id, ...others] = given.words;
  if (id === undefined || others.length > 0) throw usage('Specify one job ID. To list them: longhand jobs');
  if (!isJobId(id)) throw usage(`${JSON.stringify(id)} is not a job ID.`);
  const chosen = readFormats(given);
  const out = given.text('out');
  const [first = 'txt', ...more] = chosen;
  if (out === undefined && more.length > 0) throw usage('Several formats require a folder: --out DIR.');
  if (out === undefined && stdout.isTTY === true && (first === 'docx' || first === 'pdf')) {
    throw usage(`${first} can't be shown in a terminal. Use --out DIR or > FILE.`);
  }
  const { client } = await connect(given, environment);
  const job = given.flag('wait')
    ? await client.waitFor({ id }, { signal })
    : await client.getJob(id, { signal });
  if (job.status === 'failed') {
    throw new Stop(exitCodes.someFailed, `The job failed. ${job.failure_detail ?? ''}`.trim());
  }
  const targets = chosen.map((format) => ({
    format,
    file: out === undefined ? undefined : path.resolve(out, nameFile(job, format)),
  }));
  // Checked before writing anything: all formats or none.
  for (const { file } of given.flag('overwrite') ? [] : targets) {
    if (file !== undefined && existsSync(file)) throw new AlreadyThere(file);
  }
  const version = given.flag('original') ? 'machine' : 'latest';
  for (const { format, file } of targets) {
    const content = await (await client.download(id, format, { version, signal })).bytes();
    if (file === undefined) {
      stdout.write(content);
      continue;
    }
    await replaceFile(file, content);
    stdout.write(`${file}\n`);
  }
  return exitCodes.done;
}

/** The name comes from a client, so only its last path segment is used. */
function nameFile({ id, name }: Job, format: FormatName): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const base = last.replaceAll(/\p{Cc}/gu, '');
  const [file = id] = nameResults(base === '' || base === '..' ? id : base, formats[format].extension);
  return file;
}
