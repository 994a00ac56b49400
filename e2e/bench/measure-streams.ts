import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { residentMb, watchMemory } from './watch-memory';
import { makeClient } from '#e2e/support/client';
import { ffmpeg, readClips } from '#e2e/support/speech';
import type { Longhand } from '#e2e/support/start-longhand';
import { note } from './note';

const readers = 200;
/** Additional clients that stop reading, or disconnect. */
const others = 20;

/**
 * Measures the delay from recognizing a piece to its client reading it, while very many transcriptions stream at once
 * through OpenAI's API, some to clients that stop reading or disconnect.
 */
export async function measureStreams(longhand: Longhand, folder: string): Promise<void> {
  const { id: accountId, apiKey } = await longhand.createAccount(1000_00);
  const { sql, baseUrl } = longhand;
  await sql`create table piece_times (job_id text primary key, at timestamptz not null)`;
  await sql.unsafe(`
    create function note_piece() returns trigger language plpgsql as $$ begin
      insert into piece_times values (new.job_id, clock_timestamp()) on conflict do nothing;
      return new;
    end $$;
    create trigger note_piece after insert on recognised_pieces for each row execute function note_piece()`);
  try {
    const sound = path.join(folder, 'streamed.wav');
    await ffmpeg('-i', (await readClips())[1]?.file ?? '', '-t', '0.7', sound);
    const bytes = await readFile(sound);
    const web = await longhand.findPid('app/server.js');
    const before = await residentMb(web);
    const memory = watchMemory([web]);
    const ask = (n: number, signal: AbortSignal | null = null): Promise<Response> => {
      const form = new FormData();
      form.set('model', 'whisper-1');
      form.set('stream', 'true');
      // A repeated file would get its earlier job, so each ends with a different amount of silence.
      form.set('file', new File([new Uint8Array(bytes), new Uint8Array(2 * n)], `${n}.wav`));
      const headers = { authorization: `Bearer ${apiKey}` };
      return fetch(`${baseUrl}/v1/audio/transcriptions`, { method: 'POST', headers, body: form, signal });
    };
    const leaving = new AbortController();
    const unread = Array.from({ length: others }, (_, i) =>
      ask(readers + i, i % 2 === 0 ? leaving.signal : null),
    );
    const opened = Promise.allSettled(unread).then(() => leaving.abort());
    const first = await Promise.all(Array.from({ length: readers }, async (_, n) => readFirst(await ask(n))));
    await opened;
    const peak = memory.end() - before;
    const known = new Map(
      (await sql<Array<{ id: string; at: Date }>>`select job_id as id, at from piece_times`).map(
        ({ id, at }) => [id, at.getTime()],
      ),
    );
    const delays = first
      .map(({ jobId, at }) => at - (known.get(jobId) ?? Number.NaN))
      .toSorted((a, b) => a - b);
    const at = (share: number) => delays[Math.ceil(share * delays.length) - 1];
    note(
      `${readers} streams at once: a piece to its client`,
      `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, at most ${at(1)} ms`,
      'at most 2 s',
    );
    note('… memory of the web server, at most, more than before', `${peak.toFixed(0)} MB`, '');
    await Promise.all((await Promise.allSettled(unread)).map(cancel));
    const client = makeClient(longhand, apiKey);
    for (const { jobId } of first) await client.ended(jobId);
  } finally {
    await sql`drop trigger note_piece on recognised_pieces`;
    await sql`delete from jobs where account_id = ${accountId}`;
  }
}

/** Returns a stream's job, and the time when its first words were read. Keeps reading the rest. */
async function readFirst(answer: Response): Promise<{ jobId: string; at: number }> {
  const jobId = answer.headers.get('x-longhand-job');
  if (jobId === null || answer.body === null) throw new Error(`a stream was answered ${answer.status}`);
  let text = '';
  let at: number | undefined;
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes('"transcript.text.delta"')) at ??= Date.now();
  }
  if (at === undefined) throw new Error(`the stream of job ${jobId} has no words: ${text}`);
  return { jobId, at };
}

async function cancel(asked: PromiseSettledResult<Response>): Promise<void> {
  if (asked.status === 'fulfilled') await asked.value.body?.cancel().catch(() => undefined);
}
