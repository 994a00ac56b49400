import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Victim } from './start-victim';

/** An upload that the server has received half of. */
export interface HalfUpload {
  /** Sends the rest within this time, and fails unless it is acknowledged. */
  finish(withinMs: number): Promise<void>;
}

const pieces = 20;

/** Starts to upload a short recording, and stops in the middle. Adds an acknowledged job to `acknowledged`. */
export async function startUpload({
  longhand,
  client,
  receiver,
  sounds,
  acknowledged,
}: Pick<Victim, 'longhand' | 'client' | 'receiver' | 'sounds' | 'acknowledged'>): Promise<HalfUpload> {
  const boundary = randomUUID();
  const part = (about: string, type: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${about}\r\nContent-Type: ${type}\r\n\r\n`;
  const options = JSON.stringify({ callback_url: receiver.url });
  const body = Buffer.concat([
    Buffer.from(`${part('name="options"', 'application/json')}${options}\r\n`),
    Buffer.from(part('name="media"; filename="short.wav"', 'audio/wav')),
    await readFile(sounds.short),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const half = Math.ceil(body.length / 2);
  const asked = request(`${longhand.baseUrl}/v1/jobs`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.apiKey}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': body.length,
    },
  });
  const answered = new Promise<void>((resolve, reject) => {
    asked.on('error', reject);
    asked.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode !== 200) {
          reject(new Error(`an upload was answered ${answer.statusCode}: ${text}`));
          return;
        }
        acknowledged.add((JSON.parse(text) as { id: string }).id);
        resolve();
      });
    });
  });
  answered.catch(() => {});
  await new Promise<void>((resolve) => {
    asked.write(body.subarray(0, half), () => resolve());
  });
  return {
    async finish(withinMs) {
      const size = Math.ceil((body.length - half) / pieces);
      for (let at = half; at < body.length; at += size) {
        asked.write(body.subarray(at, at + size));
        await sleep(withinMs / pieces);
      }
      asked.end();
      await answered;
    },
  };
}
