import assert from 'node:assert/strict';
import { note } from '#e2e/bench/note';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { formatAnswers, startLoad } from '#e2e/support/faults/start-load';
import { startVictim } from '#e2e/support/faults/start-victim';
import { bucketSettings } from '#e2e/support/s3/bucket-settings';
import { connectS3 } from '#e2e/support/s3/connect-s3';
import { startS3Server, type S3Fault } from '#e2e/support/s3/start-s3-server';
import { waitFor } from '#e2e/support/wait';
import { s3Storage } from '#lib/storage/s3/s3-storage';

/** `stall` and `stall-body` would each cost the half minute that a silent store is waited for. */
const faults: S3Fault[] = [500, 503, 'cut', 'garble', 'lose-answer'];

/** Every tenth request of a bucket fails, is cut, gives other bytes, or loses its answer; then every one, for a while. */
export async function disturbStorage({ random, short }: FaultRun): Promise<void> {
  const jobs = short ? 6 : 60;
  const s3 = await startS3Server();
  const storage = s3Storage(connectS3(s3), { bucket: s3.bucket, prefix: '', downloads: '/nowhere' });
  const ageFiles = async () => {
    for (const object of s3.objects.values()) object.at = new Date(0);
  };
  const victim = await startVictim(bucketSettings(s3), { bucket: { storage, ageFiles } });
  try {
    const done = new Map<S3Fault, number>();
    const disturb = (share: number) => () => {
      if (random() >= share) return undefined;
      const fault = faults[Math.floor(random() * faults.length)] ?? 500;
      done.set(fault, (done.get(fault) ?? 0) + 1);
      return fault;
    };
    s3.fault = disturb(0.1);
    const load = startLoad(victim, { clients: 3, random });
    await waitFor('half of the jobs', () => (victim.acknowledged.size >= jobs / 2 ? true : undefined));
    s3.fault = () => 503;
    await waitFor('a refusal', () => ((load.answers.get(503) ?? 0) > 0 ? true : undefined));
    s3.fault = disturb(0.1);
    await waitFor('all of the jobs', () => (victim.acknowledged.size >= jobs ? true : undefined));
    await load.stop();
    s3.fault = () => undefined;
    assert.deepEqual(load.faults, []);
    await victim.check();
    const failed = await victim.longhand.sql`select from jobs where status = 'failed'`;
    const kinds = [...done].map(([fault, n]) => `${n} × ${fault}`).join(', ');
    note('S3 with a fault in every tenth request', kinds, '');
    note('… answers to submissions', formatAnswers(load), '200, 503 or none');
    note('… jobs that failed', `${failed.length} of ${victim.acknowledged.size}`, '0');
  } finally {
    await victim.stop();
    await s3.stop();
  }
}
