import type { MachineWord, Monologue } from '#lib/transcript/model';
import type { Client } from '#e2e/support/client';
import { readClips } from '#e2e/support/speech';
import type { Longhand } from '#e2e/support/start-longhand';
import { note } from './note';

const words = 30_000;
const monologueWords = 65;

/** A three-hour transcript that repeats the clips' words. */
async function makeTranscript(): Promise<{ words: MachineWord[]; monologues: Monologue[] }> {
  const spoken = (await readClips()).flatMap((clip) => clip.words);
  return {
    words: Array.from({ length: words }, (_, i) => ({
      text: spoken[i % spoken.length] ?? '',
      startMs: i * 360,
      endMs: i * 360 + 300,
      confidence: 0.9,
    })),
    monologues: Array.from({ length: Math.ceil(words / monologueWords) }, (_, i) => ({
      id: i,
      speaker: i % 2,
      from: i * monologueWords,
      to: Math.min(words, (i + 1) * monologueWords),
    })),
  };
}

async function insertJob(longhand: Longhand, client: Client): Promise<{ id: string; json: unknown }> {
  const [clip] = await readClips();
  const { id } = await client.submitFile(clip?.file ?? '', 'audio/wav');
  await client.ended(id);
  const transcript = await makeTranscript();
  const speakers = [
    { id: 0, name: 'Speaker 1' },
    { id: 1, name: 'Speaker 2' },
  ];
  const { sql } = longhand;
  await sql`
    update machine_transcripts set words = ${sql.json(transcript.words as never)},
      speakers = ${sql.json(speakers)}, monologues = ${sql.json(transcript.monologues as never)}
    where job_id = ${id}`;
  return { id, json: await client.transcript(id) };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Measures a three-hour transcript in every format, and other requests in the meantime. */
export async function measureDocuments(longhand: Longhand, client: Client): Promise<void> {
  const { id, json } = await insertJob(longhand, client);
  const read = async (accept: string): Promise<unknown> => {
    const response = await client.request(`/jobs/${id}/transcript`, { headers: { accept } });
    if (response.status !== 200) throw new Error(`${accept}: ${response.status}`);
    return response.arrayBuffer();
  };
  const repeated = async (work: () => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let i = 0; i < 7; i++) times.push(await time(work));
    return median(times);
  };
  const query = () =>
    longhand.sql`select words, speakers, monologues from machine_transcripts where job_id = ${id}`;
  const alone = (await repeated(query)) + (await repeated(async () => JSON.stringify(json)));
  for (const accept of ['application/json', 'text/plain']) {
    const took = await repeated(() => read(accept));
    note(
      `3-hour transcript as ${accept}`,
      `${took.toFixed(0)} ms, ${(took / alone).toFixed(1)} of query + stringify`,
      'at most 3.0',
    );
  }
  const captions = await repeated(async () => (await client.request(`/jobs/${id}/captions`)).text());
  note('captions of 3 hours', `${captions.toFixed(0)} ms`, 'under 2 s');
  for (const [accept, floor] of [
    ['application/msword', 'under 1.5 s'],
    ['application/pdf', 'under 3 s'],
  ] as const) {
    await read(accept);
    const others: number[] = [];
    const document = time(() => read(accept));
    const rendering = { done: false };
    void document.finally(() => (rendering.done = true));
    while (!rendering.done)
      others.push(await time(() => client.request(`/jobs/${id}`).then((response) => response.text())));
    const sorted = others.toSorted((a, b) => a - b);
    const p95 = sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.NaN;
    note(`3-hour transcript as ${accept}`, `${((await document) / 1000).toFixed(2)} s`, floor);
    note('… GET job meanwhile', `p95 ${p95.toFixed(0)} ms of ${others.length}`, 'below 100 ms');
  }
}
