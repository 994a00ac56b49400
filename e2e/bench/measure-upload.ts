import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Client } from '#e2e/support/client';
import { ffmpeg } from '#e2e/support/speech';
import type { Longhand } from '#e2e/support/start-longhand';
import { note } from './note';
import { residentMb, watchMemory } from './watch-memory';

const run = promisify(execFile);

/** Measures the web process's memory during a 1 GB upload. */
export async function measureUpload(longhand: Longhand, client: Client, folder: string): Promise<void> {
  const file = path.join(folder, 'large.wav');
  await ffmpeg('-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo', '-t', '5593', file);
  const web = await longhand.findPid('app/server.js');
  const before = await residentMb(web);
  const memory = watchMemory([web]);
  const started = Date.now();
  // curl streams the file from disk; a client in this process would hold part of it.
  const { stdout } = await run('curl', [
    ...['-sS', `${longhand.baseUrl}/v1/jobs`, '-F', `media=@${file};type=audio/wav`],
    ...['-H', `Authorization: Bearer ${client.apiKey}`],
  ]);
  const seconds = (Date.now() - started) / 1000;
  const grown = memory.end() - before;
  note(
    'Upload of 1 GB: growth of the web process',
    `${grown.toFixed(0)} MB, ${seconds.toFixed(1)} s`,
    'below 80 MB',
  );
  await client.ended((JSON.parse(stdout) as { id: string }).id);
}
