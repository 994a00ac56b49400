import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { makeClient, type Client } from '#e2e/support/client';
import { countWordErrors, makeRecording, readClips, toWords } from '#e2e/support/speech';
import { startLonghand, type Longhand } from '#e2e/support/start-longhand';
import { installTestModels } from '#e2e/support/install-test-models';
import { noTestModels, testModels } from '#e2e/support/test-models';
import { waitFor } from '#e2e/support/wait';
import { listChildren } from './list-children';
import { note } from './note';
import { readCpuSeconds } from './read-cpu-seconds';
import { residentMb } from './watch-memory';

interface ProcessCost {
  pid: number;
  name: 'engine' | 'diarization' | 'voice-activity' | 'rest';
  cpuSeconds: number;
}

/**
 * The neural engine beside PocketSphinx on the same machine: words wrong, speed, what is spent beside the engine's own
 * processor time, memory, the delay of the first words, and how two accounts share.
 */
export async function measureRecognition(folder: string): Promise<void> {
  const models = testModels();
  if (models === undefined) return note('Recognition', noTestModels, '');
  const modelsDir = path.join(folder, 'models');
  await installTestModels(models, modelsDir);
  const longhand = await startLonghand({
    ...{ LONGHAND_MODELS_DIR: modelsDir, LONGHAND_MODEL: '' },
    LONGHAND_REQUESTS_PER_MINUTE: '0',
  });
  try {
    const [client, other] = await Promise.all(
      [1, 2].map(async () => makeClient(longhand, (await longhand.createAccount(1000_00)).apiKey)),
    );
    if (client === undefined || other === undefined) throw new Error('there is no account');
    await measureErrors(client);
    await measureFirstWords(longhand, client, folder);
    await measureHalfAnHour(longhand, client, folder);
    await measureSharing([client, other], folder);
  } finally {
    await longhand.stop();
  }
}

async function measureErrors(client: Client): Promise<void> {
  for (const engine of ['sherpa:zipformer-en-3.3m', 'pocketsphinx']) {
    let errors = 0;
    let spoken = 0;
    const started = performance.now();
    for (const clip of await readClips()) {
      const { id } = await client.submitFile(clip.file, 'audio/wav', { engine });
      await client.ended(id);
      const heard = (await client.text(id)).replace(/^.*?\d\d:\d\d/gm, '');
      errors += countWordErrors(clip.words, toWords(heard));
      spoken += clip.words.length;
    }
    const seconds = (performance.now() - started) / 1000;
    note(
      `Words wrong, five LibriVox clips, ${engine}`,
      `${((100 * errors) / spoken).toFixed(1)} % in ${seconds.toFixed(1)} s`,
      engine === 'pocketsphinx' ? 'at most 30 %' : 'at most 12 %',
    );
  }
}

/** On an idle service whose model is loaded: from the submission until the first piece has its words. */
async function measureFirstWords(longhand: Longhand, client: Client, folder: string): Promise<void> {
  const recording = path.join(folder, 'two-minutes.wav');
  await makeRecording(recording, { seconds: 120 });
  const delays: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    const { id } = await client.submitFile(recording, 'audio/wav');
    await waitFor('the words of a piece', async () => {
      const [row] = await longhand.sql`
        select 1 from jobs where id = ${id} and (status <> 'in_progress' or progress > 0)`;
      return row;
    });
    delays.push((performance.now() - started) / 1000);
    await client.ended(id);
  }
  // The first one loads the model.
  const warm = delays.slice(1).toSorted((a, b) => a - b);
  note('First words of two minutes, model loaded', `${(warm[2] ?? 0).toFixed(2)} s`, 'within 2 s');
}

async function measureHalfAnHour(longhand: Longhand, client: Client, folder: string): Promise<void> {
  const recording = path.join(folder, 'half-an-hour-of-words.wav');
  await makeRecording(recording, { seconds: 1800 });
  const worker = await longhand.findPid('lib/worker/main.js');
  const peakMb = new Map<string, number>();
  const costs = new Map<number, ProcessCost>();
  const before = await residentMb(worker);
  const look = async () => {
    peakMb.set('worker', Math.max(peakMb.get('worker') ?? 0, await residentMb(worker)));
    for (const cost of await costsBelow(worker)) {
      costs.set(cost.pid, cost);
      peakMb.set(cost.name, Math.max(peakMb.get(cost.name) ?? 0, await residentMb(cost.pid)));
    }
  };
  const restBefore = await readAllCpuSeconds(worker);
  const timer = setInterval(() => void look(), 200);
  const started = performance.now();
  const { id } = await client.submitFile(recording, 'audio/wav');
  await client.ended(id);
  const seconds = (performance.now() - started) / 1000;
  clearInterval(timer);
  const sum = (name: ProcessCost['name']) =>
    [...costs.values()]
      .filter((cost) => cost.name === name)
      .reduce((total, { cpuSeconds }) => total + cpuSeconds, 0);
  const own = (await readAllCpuSeconds(worker)) - restBefore + sum('rest');
  const engine = sum('engine');
  note(
    '30 minutes, neural engine',
    `${seconds.toFixed(0)} s, ${(1800 / seconds).toFixed(0)} × real time`,
    '',
  );
  note('… processor time of the engine', `${engine.toFixed(0)} s`, '');
  for (const [figure, cost] of [
    ['voice activity', sum('voice-activity')],
    ['speakers', sum('diarization')],
    ['worker, decoding', own],
  ] as const) {
    note(
      `… processor time beside it: ${figure}`,
      `${cost.toFixed(1)} s, ${((100 * cost) / 1800).toFixed(1)} % of real time`,
      '',
    );
  }
  note(
    '… memory of the worker',
    `${before.toFixed(0)} MB before, ${(peakMb.get('worker') ?? 0).toFixed(0)} MB at most`,
    'flat',
  );
  note('… memory of an engine process', `${(peakMb.get('engine') ?? 0).toFixed(0)} MB`, '');
  note('… memory of the speakers’ process', `${(peakMb.get('diarization') ?? 0).toFixed(0)} MB`, '');
}

/** A short recording of another account, submitted while a long one is at work. */
async function measureSharing([long, short]: [Client, Client], folder: string): Promise<void> {
  const recording = path.join(folder, 'half-an-hour-of-words.wav');
  const clip = (await readClips())[0];
  if (clip === undefined) throw new Error('there is no clip');
  const alone = await measureTime(short, clip.file);
  const { id } = await long.submitFile(recording, 'audio/wav');
  const beside = await measureTime(short, clip.file);
  await long.ended(id);
  note(
    'A clip beside 30 minutes of another account',
    `${beside.toFixed(1)} s, ${alone.toFixed(1)} s alone`,
    '',
  );
}

async function measureTime(client: Client, file: string): Promise<number> {
  const started = performance.now();
  const { id } = await client.submitFile(file, 'audio/wav');
  await client.ended(id);
  return (performance.now() - started) / 1000;
}

/** What each process below another one has used so far. */
async function costsBelow(parent: number): Promise<ProcessCost[]> {
  const children = await listChildren(parent);
  const costs = await Promise.all(
    children.map(async (pid): Promise<ProcessCost[]> => {
      const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
      const role = command.find((word) => ['recogniser', 'voice-activity', 'diarization'].includes(word));
      const name =
        role === undefined ? 'rest' : role === 'recogniser' ? 'engine' : (role as 'voice-activity');
      return [{ pid, name, cpuSeconds: await readAllCpuSeconds(pid) }, ...(await costsBelow(pid))];
    }),
  );
  return costs.flat();
}

async function readAllCpuSeconds(pid: number): Promise<number> {
  const { own, children } = await readCpuSeconds(pid);
  return own + children;
}
