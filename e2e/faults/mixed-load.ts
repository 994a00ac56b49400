import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { note } from '#e2e/bench/note';
import { residentMb } from '#e2e/bench/watch-memory';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { onVictim } from '#e2e/support/faults/on-victim';
import { formatDelays } from '#e2e/support/faults/percentile';
import { startBucketVictim, type BucketVictim } from '#e2e/support/faults/start-bucket-victim';
import { startEditing } from '#e2e/support/faults/start-editing';
import { listWorkers } from '#e2e/support/faults/read-workers';
import { noteMemory, type MemoryLook } from '#e2e/support/faults/note-memory';
import { noteAnswers, startLoad, type Load } from '#e2e/support/faults/start-load';
import type { Victim } from '#e2e/support/faults/start-victim';
import type { S3Fault } from '#e2e/support/s3/s3-fault';
import { isAlive } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

const lookEveryMs = 5000;

/** Longer than another worker takes to have the stopped one's connections closed. */
const standsStillMs = 15_000;

/** Longer than a request to the bucket is retried. */
const bucketFailsMs = 10_000;
const bucketFaults: S3Fault[] = [500, 503, 'cut', 'lose-answer'];

const kinds = ['database killed', 'bucket failed', 'worker killed', 'worker stood still'] as const;
type Harm = (typeof kinds)[number];

/** The share of the run after which memory is measured. */
const warmUp = 0.2;

/**
 * Submits, corrects, reads, deletes, and cancels for minutes, while at random workers die and freeze, the bucket fails,
 * and the database dies.
 */
export function mixLoad(run: FaultRun, given?: BucketVictim): Promise<void> {
  return onVictim(
    given,
    () => startBucketVictim({ LONGHAND_WORKERS: '2' }, run),
    (victim) => mix(victim, run),
  );
}

async function mix(victim: BucketVictim, run: FaultRun): Promise<void> {
  const { random, short } = run;
  const web = await victim.longhand.findPid('app/server.js');
  const editing = await startEditing(victim);
  const load = startLoad(victim, { clients: short ? 1 : 3, random, short });
  const memory: MemoryLook[] = [];
  const faults = new Map<string, number>();
  const began = performance.now();
  const plan = planHarm(run, { load, faults });
  while (!plan.isOver()) {
    await sleep(short ? 500 : lookEveryMs);
    memory.push({ minutes: (performance.now() - began) / 60_000, mb: await residentMb(web) });
    await useJob(victim, random);
    await editing.edit();
    const harm = plan.next();
    if (harm === undefined) continue;
    const done = await doHarm(victim, harm, { random, short });
    faults.set(done, (faults.get(done) ?? 0) + 1);
  }
  const lasted = ((performance.now() - began) / 60_000).toFixed(1);
  await load.stop();
  assert.deepEqual(load.faults, []);
  assert.equal(await victim.longhand.findPid('app/server.js'), web);
  await victim.check();
  const corrections = await editing.check();
  const harm = [...faults].map(([kind, n]) => `${n} × ${kind}`).join(', ');
  note(`Mixed load, ${lasted} minutes, storage in ${victim.store.name}`, harm, '');
  note('… submissions acknowledged after', formatDelays(load.delays), '');
  noteAnswers(load, [200, 503, 0]);
  note('… corrections that were acknowledged and are there', `${corrections}`, 'all');
  noteMemory(memory, warmUp);
}

/** The schedule of harm, and its kinds. */
interface Plan {
  isOver: () => boolean;
  /** Returns the kind that is due; undefined if none is. */
  next: () => Harm | undefined;
}

/**
 * Plans harm of all kinds at random for minutes; in the short form, each kind once in a random order, with work before
 * it and after the last.
 */
function planHarm(
  { random, short, minutes }: FaultRun,
  { load, faults }: { load: Load; faults: ReadonlyMap<string, number> },
): Plan {
  if (short) {
    let acknowledged = 0;
    const hasWork = () => load.delays.length > acknowledged;
    const left = () => kinds.filter((kind) => !faults.has(kind));
    return {
      isOver: () => left().length === 0 && hasWork(),
      next: () => {
        if (!hasWork()) return undefined;
        const kind = left()[Math.floor(random() * left().length)];
        if (kind !== undefined) acknowledged = load.delays.length;
        return kind;
      },
    };
  }
  const began = performance.now();
  let due = began + 5000;
  return {
    isOver: () => performance.now() - began >= minutes * 60_000,
    next: () => {
      if (performance.now() < due) return undefined;
      const choice = random();
      due = performance.now() + 10_000 + 30_000 * random();
      if (choice < 0.2) return 'database killed';
      if (choice < 0.4) return 'bucket failed';
      return choice < 0.8 ? 'worker killed' : 'worker stood still';
    },
  };
}

/** Kills a worker or the database, freezes a worker, or makes the bucket fail. Returns what was done. */
async function doHarm(
  { longhand: { sql }, postgres, store: { s3 } }: BucketVictim,
  harm: Harm,
  { random, short }: Pick<FaultRun, 'random' | 'short'>,
): Promise<Harm | 'no worker there'> {
  if (harm === 'database killed') {
    await postgres.kill();
    await postgres.startAgain();
    return harm;
  }
  if (harm === 'bucket failed') {
    const fault = bucketFaults[Math.floor(random() * bucketFaults.length)];
    let met = 0;
    s3.fault = () => {
      met += 1;
      return fault;
    };
    await (short ? waitFor('requests that fail', () => (met > 3 ? true : undefined)) : sleep(bucketFailsMs));
    s3.fault = () => undefined;
    return harm;
  }
  const workers = await listWorkers(sql).catch(() => []);
  const pid = workers[Math.floor(random() * workers.length)];
  if (pid === undefined) return 'no worker there';
  if (harm === 'worker killed') {
    process.kill(pid, 'SIGKILL');
    return harm;
  }
  // Includes the recognizers of its process group.
  process.kill(-pid, 'SIGSTOP');
  await sleep(short ? 2000 : standsStillMs);
  if (await isAlive(pid)) process.kill(-pid, 'SIGCONT');
  return harm;
}

/** Reads, deletes, or cancels one of the jobs so far; while the database is down, each request is refused. */
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
