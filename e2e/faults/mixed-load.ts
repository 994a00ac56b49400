import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { note } from '#e2e/bench/note';
import { residentMb } from '#e2e/bench/watch-memory';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { formatDelays } from '#e2e/support/faults/percentile';
import { startEditing } from '#e2e/support/faults/start-editing';
import { listWorkers } from '#e2e/support/faults/read-workers';
import { formatSlope, type MemoryLook } from '#e2e/support/faults/slope';
import { formatAnswers, startLoad } from '#e2e/support/faults/start-load';
import { startMortalPostgres } from '#e2e/support/faults/start-mortal-postgres';
import { startVictim, type Victim } from '#e2e/support/faults/start-victim';
import { isAlive } from '#e2e/support/start-longhand';

const lookEveryMs = 5000;

/** Longer than another worker takes to have its connections closed. */
const standsStillMs = 15_000;

/** Memory is measured from here on, as a share of the whole. */
const warmUp = 0.2;

/** Submissions, corrections, reading, deleting and canceling for minutes, while workers die and stand still and the database dies, at random. */
export async function mixLoad({ random, short, minutes }: FaultRun): Promise<void> {
  const lengthMs = short ? 15_000 : minutes * 60_000;
  const postgres = await startMortalPostgres();
  try {
    const victim = await startVictim({ LONGHAND_WORKERS: '2' }, { server: postgres.url });
    try {
      const web = await victim.longhand.findPid('app/server.js');
      const editing = await startEditing(victim);
      const load = startLoad(victim, { clients: short ? 1 : 3, random, short });
      const began = performance.now();
      const memory: MemoryLook[] = [];
      const faults = new Map<string, number>();
      let nextFault = began + 5000;
      while (performance.now() - began < lengthMs) {
        await sleep(short ? 500 : lookEveryMs);
        memory.push({ minutes: (performance.now() - began) / 60_000, mb: await residentMb(web) });
        await useJob(victim, random);
        await editing.edit();
        if (performance.now() < nextFault) continue;
        const kind = await doHarm(victim, postgres, { random, short });
        faults.set(kind, (faults.get(kind) ?? 0) + 1);
        nextFault = performance.now() + (short ? 3000 : 10_000 + 30_000 * random());
      }
      await load.stop();
      assert.deepEqual(load.faults, []);
      assert.equal(await victim.longhand.findPid('app/server.js'), web);
      await victim.check();
      const corrections = await editing.check();
      const harm = [...faults].map(([kind, n]) => `${n} × ${kind}`).join(', ');
      note(`Mixed load, ${(lengthMs / 60_000).toFixed(1)} minutes`, harm, '');
      note('… submissions acknowledged after', formatDelays(load.delays), '');
      note('… answers to submissions', formatAnswers(load), '200, 503 or none');
      note('… corrections that were acknowledged and are there', `${corrections}`, 'all');
      note('… memory of the web server', formatSlope(memory, warmUp), 'below 2 MB/min');
    } finally {
      await victim.stop();
    }
  } finally {
    await postgres.stop();
  }
}

/** Kills a worker or the database, or has a worker stand still. */
async function doHarm(
  { longhand: { sql } }: Victim,
  postgres: Awaited<ReturnType<typeof startMortalPostgres>>,
  { random, short }: Pick<FaultRun, 'random' | 'short'>,
): Promise<string> {
  const choice = random();
  if (choice < 0.25) {
    await postgres.kill();
    await postgres.startAgain();
    return 'database killed';
  }
  const workers = await listWorkers(sql).catch(() => []);
  const pid = workers[Math.floor(random() * workers.length)];
  if (pid === undefined) return 'no worker there';
  if (choice < 0.75) {
    process.kill(pid, 'SIGKILL');
    return 'worker killed';
  }
  // With the recognisers of its process group.
  process.kill(-pid, 'SIGSTOP');
  await sleep(short ? 2000 : standsStillMs);
  if (await isAlive(pid)) process.kill(-pid, 'SIGCONT');
  return 'worker stood still';
}

/** Reads, deletes or cancels one of the jobs so far; while the database is away, each is refused. */
async function useJob({ client, acknowledged }: Victim, random: () => number): Promise<void> {
  const ids = [...acknowledged];
  const id = ids[Math.floor(random() * ids.length)];
  if (id === undefined) return;
  const requests: Array<[string, RequestInit]> = [
    [`/jobs/${id}`, {}],
    [`/jobs/${id}/transcript`, { headers: { accept: 'text/plain' } }],
    ['/jobs?limit=100', {}],
    [`/jobs/${id}`, { method: 'DELETE' }],
    [`/jobs/${id}/cancel`, { method: 'POST' }],
  ];
  const [where, init] = requests[Math.floor(random() * requests.length)] ?? ['/jobs', {}];
  const answer = await client.request(where, init).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  assert.ok(
    answer === undefined || answer.status < 500 || answer.status === 503,
    `${where} answered ${answer?.status}`,
  );
}
