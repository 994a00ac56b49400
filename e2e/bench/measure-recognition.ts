import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { makeClient, type Client } from '#e2e/support/client';
import { countWordErrors, makeRecording, readClips, toWords } from '#e2e/support/speech';
import { startLonghand, type Longhand } from '#e2e/support/start-longhand';
import { installTestModels } from '#e2e/support/install-test-models';
import { noTestModels, testModels } from '#e2e/support/test-models';
import { waitFor } from '#e2e/support/wait';
import { listChildren } from './list-children';
import { findInCatalogue } from '#lib/recognition/models/catalogue';
import { installModel } from '#lib/recognition/models/install/install-model';
import { note } from './note';
import { readCpuSeconds } from './read-cpu-seconds';
import { residentMb } from './watch-memory';

interface ProcessCost {
  pid: number;
  /** The role and model of a speech process, or another process's program. */
  name: string;
  cpuSeconds: number;
}

const engines = ['sherpa:zipformer-en-3.3m', 'sherpa:moonshine-base-en'];

/**
 * Compares the neural engines with PocketSphinx on the same machine: wrong words, speed, the CPU time and memory of
 * each process, the delay of the first words, and fairness between two accounts. Installs the registry's models.
 */
export async function measureRecognition(folder: string): Promise<void> {
  const models = testModels();
  if (models === undefined) return note('Recognition', noTestModels, '');
  const modelsDir = path.join(folder, 'models');
  await installTestModels(models, modelsDir);
  for (const name of ['moonshine-base-en', 'moonshine-tiny-en']) {
    const { signal } = new AbortController();
    const model = findInCatalogue(name);
    // These models are only in the package registry.
    if (model !== undefined) await installModel(modelsDir, model, { baseUrl: '', signal });
  }
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
    for (const engine of engines) {
      await measureFirstWords(longhand, client, { folder, engine });
      await measureHalfAnHour(longhand, client, { folder, engine });
    }
    await measureSharing([client, other], folder);
  } finally {
    await longhand.stop();
  }
}

async function measureErrors(client: Client): Promise<void> {
  for (const engine of [...engines, 'pocketsphinx']) {
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

/** Measures from submission until the first piece has its words, on an idle service whose model is loaded. */
async function measureFirstWords(
  longhand: Longhand,
  client: Client,
  { folder, engine }: { folder: string; engine: string },
): Promise<void> {
  const recording = path.join(folder, 'two-minutes.wav');
  await makeRecording(recording, { seconds: 120 });
  const delays: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    const { id } = await client.submitFile(recording, 'audio/wav', { engine });
    await waitFor('the words of a piece', async () => {
      const [row] = await longhand.sql`
        select 1 from jobs where id = ${id} and (status <> 'in_progress' or progress > 0)`;
      return row;
    });
    delays.push((performance.now() - started) / 1000);
    await client.ended(id);
  }
  // The first run loads the model.
  const warm = delays.slice(1).toSorted((a, b) => a - b);
  note(`First words of two minutes, ${engine}, model loaded`, `${(warm[2] ?? 0).toFixed(2)} s`, 'within 2 s');
}

async function measureHalfAnHour(
  longhand: Longhand,
  client: Client,
  { folder, engine }: { folder: string; engine: string },
): Promise<void> {
  const recording = path.join(folder, 'half-an-hour-of-words.wav');
  await makeRecording(recording, { seconds: 1800 });
  const worker = await longhand.findPid('lib/worker/main.js');
  const peakMb = new Map<string, number>();
  const costs = new Map<number, ProcessCost>();
  const before = await residentMb(worker);
  const raise = (name: string, mb: number) => peakMb.set(name, Math.max(peakMb.get(name) ?? 0, mb));
  const look = async () => {
    raise('worker', await residentMb(worker));
    for (const cost of await costsBelow(worker)) {
      costs.set(cost.pid, cost);
      raise(cost.name, await residentMb(cost.pid));
    }
  };
  await look();
  const spentBefore = sumByName(costs);
  const workerBefore = await readCpuSeconds(worker);
  const timer = setInterval(() => void look(), 200);
  const started = performance.now();
  const { id } = await client.submitFile(recording, 'audio/wav', { engine });
  await client.ended(id);
  const seconds = (performance.now() - started) / 1000;
  clearInterval(timer);
  await look();
  const workerAfter = await readCpuSeconds(worker);
  note(`30 minutes, ${engine}`, `${seconds.toFixed(0)} s, ${(1800 / seconds).toFixed(0)} × real time`, '');
  const say = (name: string, spent: number) => {
    const mb = peakMb.get(name);
    const memory = mb === undefined ? '' : `, ${mb.toFixed(0)} MB`;
    note(
      `… ${name}`,
      `${spent.toFixed(1)} s, ${((100 * spent) / 1800).toFixed(1)} % of real time${memory}`,
      '',
    );
  };
  for (const [name, spent] of sumByName(costs)) say(name, spent - (spentBefore.get(name) ?? 0));
  say('worker', workerAfter.own - workerBefore.own);
  // Includes programs too short-lived to be sampled, and repeats the samples of the others.
  say('all programs that the worker ran and that ended', workerAfter.children - workerBefore.children);
  note('… memory of the worker before', `${before.toFixed(0)} MB`, 'flat');
}

function sumByName(costs: ReadonlyMap<number, ProcessCost>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { name, cpuSeconds } of costs.values()) sums.set(name, (sums.get(name) ?? 0) + cpuSeconds);
  return sums;
}

/** Measures a short recording of one account while another account's long one is being recognized. */
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

/** Lists the resources used so far by each descendant of a process. */
async function costsBelow(parent: number): Promise<ProcessCost[]> {
  const children = await listChildren(parent);
  const costs = await Promise.all(
    children.map(async (pid): Promise<ProcessCost[]> => {
      const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
      const host = command.findIndex((word) => word.endsWith('speech/host.mjs'));
      const name =
        host === -1
          ? path.basename(command[0] ?? '')
          : command
              .slice(host + 2)
              .join(' ')
              .trim();
      const { own, children } = await readCpuSeconds(pid);
      return [{ pid, name, cpuSeconds: own + children }, ...(await costsBelow(pid))];
    }),
  );
  return costs.flat();
}
