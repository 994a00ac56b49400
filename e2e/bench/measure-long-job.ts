import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decodeAudio } from '#lib/media/decode-audio';
import { cutPieces } from '#lib/recognition/pieces/cut-pieces';
import type { Client } from '#e2e/support/client';
import { makeRecording } from '#e2e/support/speech';
import type { Longhand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';
import { note } from './note';
import { watchMemory } from './watch-memory';

const model = '/usr/share/pocketsphinx/model/en-us';

/** One process over the same pieces, in order: the recognizer's own time. */
async function timeOneProcess(recording: string, folder: string): Promise<number> {
  const pcm = path.join(folder, 'audio.s16le');
  await decodeAudio(recording, pcm, { maxSeconds: 7200 });
  const pieces = await cutPieces(pcm, { maxMs: 30_000 });
  const list = path.join(folder, 'pieces.ctl');
  const lines = pieces.map(
    (p) => `${pcm.slice(1)} ${Math.round(p.startMs / 10)} ${Math.round(p.endMs / 10)} ${p.index}`,
  );
  await writeFile(list, `${lines.join('\n')}\n`);
  const started = Date.now();
  const child = spawn(
    'pocketsphinx_batch',
    [
      ...['-ctl', list, '-adcin', 'yes', '-cepdir', '/', '-cepext', ''],
      ...['-hmm', `${model}/en-us`, '-lm', `${model}/en-us.lm.bin`, '-dict', `${model}/cmudict-en-us.dict`],
      ...['-remove_silence', 'no', '-cmn', 'batch', '-hyp', path.join(folder, 'hyp')],
    ],
    { stdio: 'ignore' },
  );
  await once(child, 'exit');
  return (Date.now() - started) / 1000;
}

/** Half an hour of speech, compared with a single recognizer process over the same pieces. */
export async function measureLongJob(longhand: Longhand, client: Client, folder: string): Promise<void> {
  const recording = path.join(folder, 'half-an-hour.wav');
  await makeRecording(recording, { seconds: 1800 });
  const pids = [await longhand.findPid('app/server.js'), await longhand.findPid('lib/worker/main.js')];
  const memory = watchMemory(pids);
  const started = Date.now();
  const { id } = await client.submitFile(recording, 'audio/wav');
  const job = await client.ended(id);
  const seconds = (Date.now() - started) / 1000;
  const peakMb = memory.end();
  const alone = await timeOneProcess(recording, folder);
  const ratio = (seconds / alone).toFixed(2);
  note('30 minutes of speech', `${job.status} in ${seconds.toFixed(0)} s`, 'transcribed');
  note('… against one recognizer process', `${ratio} of ${alone.toFixed(0)} s`, 'at most 0.65');
  note('… memory of web and worker together', `${peakMb.toFixed(0)} MB`, 'below 600 MB');
}

/** The same job, with its worker killed halfway. */
export async function measureCrash(longhand: Longhand, client: Client, folder: string): Promise<void> {
  const recording = path.join(folder, 'half-an-hour.wav');
  await makeRecording(recording, { seconds: 1800 });
  const { id } = await client.submitFile(recording, 'audio/wav');
  const begins = () =>
    longhand
      .output()
      .split('\n')
      .filter((line) => line.includes('"msg":"recognition started"') && line.includes(id));
  const pieces = () =>
    longhand
      .output()
      .split('\n')
      .filter((line) => line.includes('"msg":"piece recognized"') && line.includes(id));
  await waitFor('the middle', () => (pieces().length >= 20 ? true : undefined));
  const killed = Date.now();
  process.kill(await longhand.findPid('lib/worker/main.js'), 'SIGKILL');
  await waitFor('the next worker', () => (begins().length > 1 ? true : undefined));
  const pause = Date.now() - killed;
  await client.ended(id);
  const numbers = pieces().map((line) => (JSON.parse(line) as { piece: number }).piece);
  const repeated = numbers.length - new Set(numbers).size;
  const [charges] = await longhand.sql<Array<{ n: number }>>`
    select count(*)::int as n from ledger_entries where job_id = ${id} and kind = 'charge'`;
  note('kill -9 of the worker: continues after', `${pause} ms`, 'within 3 s');
  note('… pieces recognized twice, charges', `${repeated}, ${charges?.n}`, '0, 1');
}
