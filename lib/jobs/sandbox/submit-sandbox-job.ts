import { jobs } from '#drizzle/schema/jobs';
import { readAccount } from '#lib/billing/read-account';
import type { Db, Tx } from '#lib/db/connect';
import { storeHeaders } from '#lib/jobs/headers/headers';
import { checkRecognition } from '#lib/jobs/submit/check-recognition';
import { submitOnce, type Idempotency, type Submitted } from '#lib/jobs/submit/idempotency';
import type { Job } from '#lib/jobs/job';
import { nameJob } from '#lib/jobs/submit/media-name';
import {
  readSandboxScript,
  sandboxMediaSeconds,
  type SandboxScript,
  type ScriptedRefusal,
} from '#lib/jobs/sandbox/sandbox-script';
import { storeGivenTranscript } from '#lib/jobs/submit/submit-job';
import { toColumns, type Submission } from '#lib/jobs/submit/submission';
import { newId } from '#lib/ids/new-id';
import { enqueue } from '#lib/queue/enqueue';
import { Refusal } from '#lib/refusal';

/**
 * Creates a sandbox job: free, never recognized, and ended by the worker as scripted. Its media is neither stored nor
 * fetched. Repeated with its idempotency key, it returns the first job. Refuses as scripted, invalid scripts, options
 * that no installed engine supports, and `idempotency-key-reuse`.
 */
export async function submitSandboxJob(
  db: Db,
  submission: Submission,
  { maxUploadBytes, idempotency }: { maxUploadBytes: number; idempotency: Idempotency | undefined },
): Promise<Submitted> {
  const { accountId, metadata = null } = submission;
  const { name } = nameJob(submission);
  const { script, faults } = readSandboxScript({ name, metadata });
  if (faults.length > 0) {
    throw new Refusal({ kind: 'invalid-parameters', parameters: { 'options.metadata': faults } });
  }
  if (script.refusal !== undefined) throw await toRefusal(db, script.refusal, { accountId, maxUploadBytes });
  const ofSandbox = idempotency && { ...idempotency, key: keyInSandbox(idempotency.key) };
  return submitOnce(db, { accountId, idempotency: ofSandbox }, (tx) => insertJob(tx, submission, script));
}

/** Returns a sandbox job's idempotency key, distinct from live ones, because clients' keys can't contain a blank. */
export function keyInSandbox(key: string): string {
  return `test ${key}`;
}

async function insertJob(tx: Tx, submission: Submission, script: SandboxScript): Promise<Job> {
  const { callbackUrl, recognition, callbackHeaders } = submission;
  await checkRecognition(recognition, tx);
  const id = newId();
  const [job] = await tx
    .insert(jobs)
    .values({
      id,
      mode: 'test',
      ...toColumns(submission),
      durationSeconds: script.failure === undefined ? getSeconds(submission) : null,
      priceCents: 0,
      startedAt: new Date(),
    })
    .returning();
  if (job === undefined) throw new Error('the job was not inserted');
  await storeGivenTranscript(tx, submission, id);
  // Its media is never fetched, but its callback is sent.
  await storeHeaders(tx, id, { callback: callbackUrl === undefined ? undefined : callbackHeaders });
  const runAt = new Date(Date.now() + script.delaySeconds * 1000);
  await enqueue(tx, 'play-sandbox-job', { jobId: id }, { runAt });
  return job;
}

function getSeconds({ passage }: Submission): number {
  return passage === undefined ? sandboxMediaSeconds : (passage.endMs - passage.startMs) / 1000;
}

/** Short, so that clients can be tested quickly. */
const retryAfterSeconds = 1;

async function toRefusal(
  db: Db,
  kind: ScriptedRefusal,
  { accountId, maxUploadBytes }: { accountId: string; maxUploadBytes: number },
): Promise<Refusal> {
  switch (kind) {
    case 'out-of-credit': {
      const { balanceCents } = await readAccount(db, { accountId });
      return new Refusal({ kind, balanceCents });
    }
    case 'too-many-requests':
      return new Refusal({ kind, retryAfterSeconds });
    case 'payload-too-large':
      return new Refusal({ kind, maxBytes: maxUploadBytes });
  }
}
