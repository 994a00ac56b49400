import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { note } from '#e2e/bench/note';
import { residentMb } from '#e2e/bench/watch-memory';
import { makeClient } from '#e2e/support/client';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { percentile } from '#e2e/support/faults/percentile';
import { startVictim, type Victim } from '#e2e/support/faults/start-victim';
import { ffmpeg } from '#e2e/support/speech';

const atOnce = 30;
const looksEveryMs = 10;

/** Sends thirty recordings with giant covers from one account at once, and meanwhile small ones from another. */
export async function measureAtOnce({ short }: FaultRun): Promise<void> {
  const victim = await startVictim();
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-covers-'));
  try {
    const [cover, giant] = ['cover.jpg', 'giant.mp3'].map((name) => path.join(folder, name));
    if (cover === undefined || giant === undefined) throw new Error('no names');
    const size = short ? '4000x4000' : '16000x16000';
    await ffmpeg('-f', 'lavfi', '-i', `color=red:size=${size}`, '-frames:v', '1', cover);
    const sound = ['-f', 'lavfi', '-i', 'sine=440:duration=3', '-i', cover, '-map', '0', '-map', '1'];
    await ffmpeg(...sound, '-c:v', 'copy', '-disposition:v', 'attached_pic', giant);
    const { longhand } = victim;
    const other = makeClient(longhand, (await longhand.createAccount(100_000_00)).apiKey);
    const sendSmall = async () => {
      const began = performance.now();
      const { id } = await other.submitFile(victim.sounds.short, 'audio/wav');
      victim.acknowledged.add(id);
      return performance.now() - began;
    };
    const alone: number[] = [];
    for (let n = 0; n < 10; n += 1) alone.push(await sendSmall());
    const memory = watchProbes(await longhand.findPid('app/server.js'));
    const crowd = new AbortController();
    const sent = sendApart(victim, giant).finally(() => crowd.abort());
    const beside: number[] = [];
    while (!crowd.signal.aborted) beside.push(await sendSmall());
    await sent;
    const peakMb = memory.end();
    await victim.check();
    const later = Math.max(...beside) - percentile(alone, 0.5);
    note(
      `${atOnce} recordings with giant covers at once: memory of ffprobe`,
      `${peakMb.toFixed(0)} MB`,
      'at most 600 MB',
      peakMb <= 600,
    );
    note(
      '… a small one of another account comes later by',
      `${later.toFixed(0)} ms, the latest of ${beside.length}`,
      'at most 1 s',
      later <= 1000,
    );
  } finally {
    await victim.stop();
    await rm(folder, { recursive: true });
  }
}

/**
 * Sends a recording this many times at once, all from one other process: in this one, or from one each, they would slow
 * down what it measures.
 */
async function sendApart({ longhand, client, acknowledged }: Victim, file: string): Promise<void> {
  const transfer = [
    ...['--silent', '--show-error', '--fail'],
    ...['--header', `authorization: Bearer ${client.apiKey}`],
    ...['--form', `media=@${file};type=audio/mpeg`, '--write-out', '\n'],
    `${longhand.baseUrl}/v1/jobs`,
  ];
  const transfers = Array.from({ length: atOnce }, () => ['--next', ...transfer])
    .flat()
    .slice(1);
  const all = ['--parallel', '--parallel-immediate', '--parallel-max', String(atOnce)];
  const { stdout } = await promisify(execFile)('curl', [...all, ...transfers]);
  const answers = stdout.split('\n').filter((line) => line !== '');
  if (answers.length !== atOnce) throw new Error(`${answers.length} answers`);
  for (const answer of answers) acknowledged.add((JSON.parse(answer) as { id: string }).id);
}

/**
 * Watches the total memory of this process's children, which probe media; `end` returns its peak in MB, or NaN if no
 * child was seen.
 */
function watchProbes(parent: number): { end: () => number } {
  let peakMb = Number.NaN;
  const look = async (): Promise<void> => {
    const tasks = await readdir(`/proc/${parent}/task`);
    const lists = await Promise.all(
      tasks.map((task) => readFile(`/proc/${parent}/task/${task}/children`, 'utf8').catch(() => '')),
    );
    const pids = lists.join(' ').split(' ').filter(Boolean).map(Number);
    const sizes = await Promise.all(pids.map(residentMb));
    const mb = sizes.reduce((sum, size) => sum + size, 0);
    if (mb > 0) peakMb = Number.isNaN(peakMb) ? mb : Math.max(peakMb, mb);
  };
  const timer = setInterval(() => void look(), looksEveryMs);
  return {
    end() {
      clearInterval(timer);
      return peakMb;
    },
  };
}
