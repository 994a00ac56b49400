import type { Client } from '#e2e/support/client';
import { readClips } from '#e2e/support/speech';
import type { Longhand } from '#e2e/support/start-longhand';
import { note } from './note';

/** Measures from sending the request to the log line of passing a piece to the recognizer. */
export async function measureDelay(longhand: Longhand, client: Client): Promise<void> {
  const clip = (await readClips())[1];
  if (clip === undefined) throw new Error('there are no clips');
  const delays: number[] = [];
  for (let i = 0; i < 20; i++) {
    const sent = Date.now();
    const { id } = await client.submitFile(clip.file, 'audio/wav');
    await client.ended(id);
    const line = longhand
      .output()
      .split('\n')
      .find((text) => text.includes('"msg":"recognition started"') && text.includes(id));
    const { time } = JSON.parse(line ?? '{}') as { time?: string };
    delays.push(new Date(time ?? Number.NaN).getTime() - sent);
  }
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1];
  note(
    'Submit to recognizer, short upload, idle',
    `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`,
    'p95 below 300 ms',
  );
}

/** Measures the time from a second start until ready. */
export async function measureStart(longhand: Longhand): Promise<void> {
  await longhand.end('SIGTERM');
  const started = Date.now();
  await longhand.startAgain();
  note('Second start, ready after', `${((Date.now() - started) / 1000).toFixed(1)} s`, 'under 4 s');
}
