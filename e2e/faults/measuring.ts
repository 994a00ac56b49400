import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { note } from '#e2e/bench/note';
import { residentMb } from '#e2e/bench/watch-memory';
import { makeClient } from '#e2e/support/client';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { percentile } from '#e2e/support/faults/percentile';
import { startVictim, type Victim } from '#e2e/support/faults/start-victim';
import { ffmpeg } from '#e2e/support/speech';

const atOnce = 30;
const looksEveryMs = 50;

/** Thirty recordings with giant covers from one account at once, and the small ones of another meanwhile. */
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
    const send = async (client: Victim['client'], file: string) => {
      const began = performance.now();
      const { id } = await client.submitFile(file, 'audio/mpeg');
      victim.acknowledged.add(id);
      return performance.now() - began;
    };
    const alone: number[] = [];
    for (let n = 0; n < 10; n += 1) alone.push(await send(other, victim.sounds.short));
    const memory = watchProbes(await longhand.findPid('app/server.js'));
    const crowd = new AbortController();
    const sent = Promise.all(Array.from({ length: atOnce }, () => send(victim.client, giant))).finally(() =>
      crowd.abort(),
    );
    const beside: number[] = [];
    while (!crowd.signal.aborted) beside.push(await send(other, victim.sounds.short));
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

/** Watches the memory of all children that this process has at a time, which measure media; `end` gives their peak in MB. */
function watchProbes(parent: number): { end: () => number } {
  let peakMb = 0;
  const look = async (): Promise<void> => {
    const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(Number);
    const sizes = await Promise.all(
      pids.map(async (pid) => {
        const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
        const isChild = stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0] === String(parent);
        return isChild ? residentMb(pid) : 0;
      }),
    );
    peakMb = Math.max(
      peakMb,
      sizes.reduce((sum, mb) => sum + mb, 0),
    );
  };
  const timer = setInterval(() => void look(), looksEveryMs);
  return {
    end() {
      clearInterval(timer);
      return peakMb;
    },
  };
}
