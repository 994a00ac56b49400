import { randomBytes } from 'node:crypto';
import type { Longhand } from '#e2e/support/start-longhand';
import type { MachineWord, Monologue, Speaker } from '#lib/transcript/model';

const vocabulary = (
  'the people of this town have always known that when river rises bridge must be closed and so we went out early ' +
  'with lamps ropes while others stayed behind to carry what could not wait for morning there was no wind at all ' +
  'only water moving under stones a sound like breath between two sentences she said it would pass because every ' +
  'year since her mother bought house by mill had ended just about same way though nobody ever wrote down'
).split(' ');

const speakers: Speaker[] = [
  { id: 0, name: 'Speaker 1' },
  { id: 1, name: 'Speaker 2' },
  { id: 2, name: 'Speaker 3' },
];

/**
 * Returns words as a recognizer gives them, about 2.8 a second, with a few low-confidence ones; the same words for the
 * same count.
 */
export function machineWords(count: number): MachineWord[] {
  let state = 12_345;
  const random = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
  let at = 0;
  return Array.from({ length: count }, (_, i) => {
    const text = vocabulary[Math.floor(random() * vocabulary.length)] ?? 'the';
    const startMs = at + Math.floor(random() * 60);
    const endMs = startMs + 120 + Math.floor(random() * 360);
    at = endMs + (i % 50 === 49 ? 900 : 0);
    const confidence = random() < 0.08 ? 0.3 : 0.95;
    return { text, startMs, endMs, confidence };
  });
}

/**
 * Inserts a transcribed job of the account straight into the database: these words, or this many, in monologues of
 * equal length, by three speakers in turn. It has no recording. Returns its id.
 */
export async function makeTranscript(
  { sql }: Pick<Longhand, 'sql'>,
  account: { id: string },
  {
    words,
    monologues,
    name = 'Interview.mp3',
  }: { words: number | readonly MachineWord[]; monologues: number; name?: string },
): Promise<string> {
  const id = `made${randomBytes(8).toString('hex')}`;
  const spoken = typeof words === 'number' ? machineWords(words) : words;
  const each = spoken.length / monologues;
  const turns: Monologue[] = Array.from({ length: monologues }, (_, i) => ({
    id: i,
    speaker: i % speakers.length,
    from: Math.round(i * each),
    to: Math.round((i + 1) * each),
  }));
  const seconds = (spoken.at(-1)?.endMs ?? 0) / 1000;
  await sql.begin(async (tx) => {
    await tx`
      insert into jobs (id, account_id, status, progress, name, media_key, duration_seconds, price_cents, ended_at)
      values (${id}, ${account.id}, 'transcribed', 1, ${name}, ${`none-${id}`}, ${seconds}, 0, now())`;
    await tx`
      insert into machine_transcripts (job_id, words, speakers, monologues)
      values (${id}, ${tx.json(spoken as never)}, ${tx.json(speakers as never)}, ${tx.json(turns as never)})`;
  });
  return id;
}
