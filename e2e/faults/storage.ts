import assert from 'node:assert/strict';
import { note } from '#e2e/bench/note';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { formatDelays } from '#e2e/support/faults/percentile';
import { onVictim } from '#e2e/support/faults/on-victim';
import { startBucketVictim, type BucketVictim } from '#e2e/support/faults/start-bucket-victim';
import { noteAnswers, startLoad } from '#e2e/support/faults/start-load';
import type { S3Fault } from '#e2e/support/s3/s3-fault';
import { waitFor } from '#e2e/support/wait';

/** A silent store is waited for half a minute: `stall` and `stall-body` are for the long form, and rare there. */
const faults: S3Fault[] = [500, 503, 'slow', 'cut', 'garble', 'garble-upload', 'lose-answer'];

/**
 * Makes every tenth request of a bucket fail, be slow, be cut, have its bytes corrupted either way, or lose its answer;
 * then every one, for a while. In the short form it is every fifth, until each of these has happened.
 */
export function disturbStorage(run: FaultRun, given?: BucketVictim): Promise<void> {
  return onVictim(
    given,
    () => startBucketVictim({}, run),
    (victim) => disturb(victim, run),
  );
}

async function disturb(victim: BucketVictim, { random, short }: FaultRun): Promise<void> {
  const jobs = short ? 4 : 60;
  const share = short ? 0.2 : 0.1;
  const { s3, name } = victim.store;
  const done = new Map<S3Fault, number>();
  const failAtTimes = () => {
    if (random() >= share) return undefined;
    const isSilent = !short && random() < 0.02;
    const fresh = faults.filter((fault) => !done.has(fault));
    const few = short && fresh.length > 0 ? fresh : faults;
    const kinds: S3Fault[] = isSilent ? ['stall', 'stall-body'] : few;
    const fault = kinds[Math.floor(random() * kinds.length)] ?? 500;
    done.set(fault, (done.get(fault) ?? 0) + 1);
    return fault;
  };
  const known = victim.acknowledged.size;
  const hasJobs = (count: number) => () => (victim.acknowledged.size >= known + count ? true : undefined);
  s3.fault = failAtTimes;
  const load = startLoad(victim, { clients: short ? 1 : 3, random, short });
  await waitFor('half of the jobs', hasJobs(jobs / 2));
  s3.fault = () => 503;
  await waitFor('a refusal', () => ((load.answers.get(503) ?? 0) > 0 ? true : undefined));
  s3.fault = failAtTimes;
  await waitFor('all of the jobs', hasJobs(jobs));
  if (short) await waitFor('faults of all kinds', () => (done.size === faults.length ? true : undefined));
  await load.stop();
  s3.fault = () => undefined;
  assert.deepEqual(load.faults, []);
  await victim.check();
  const failed = await victim.longhand.sql`select from jobs where status = 'failed'`;
  const kinds = [...done].map(([fault, n]) => `${n} × ${fault}`).join(', ');
  note(`S3 with a fault in every tenth request: ${name}`, kinds, '');
  note('… submissions acknowledged after', formatDelays(load.delays), '');
  noteAnswers(load, [200, 503, 0]);
  note('… jobs that failed', `${failed.length} of ${victim.acknowledged.size}`, 'none', failed.length === 0);
}
