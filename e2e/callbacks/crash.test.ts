import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeClient, type Client } from '#e2e/support/client';
import { useHarmedService } from '#e2e/support/services/use-harmed-service';
import { readClips } from '#e2e/support/speech';
import type { Longhand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';
import { startReceiver, type Receiver } from '#e2e/support/callbacks/receiver';

/* The worker dies after a job has ended, but before its callback is recorded as delivered. */

// Only with --all: kills workers.

const worker = 'lib/worker/main.js';

/** Jobs whose worker is killed before their callback: a transcription, and a job without a recording at its URL. */
const rounds = ['transcribed', 'failed'] as const;

let longhand: Longhand;
let client: Client;
let receiver: Receiver;
let clip: string;
let onRequest: (() => void) | undefined;

before(async () => {
  receiver = await startReceiver((_, response) => {
    if (onRequest === undefined) return response.writeHead(204).end();
    onRequest();
    onRequest = undefined;
    return response.destroy();
  });
  ({ longhand } = await useHarmedService());
  client = makeClient(longhand, (await longhand.createAccount()).apiKey);
  clip = (await readClips())[1]?.file ?? '';
});
after(() => receiver?.close());

/** Waits for a running worker. Returns a function that kills it. */
async function killer(): Promise<() => void> {
  const pid = await longhand.findPid(worker);
  return () => void process.kill(pid, 'SIGKILL');
}

async function submit(round: (typeof rounds)[number]): Promise<string> {
  const options = { callback_url: receiver.url };
  if (round === 'failed') return (await client.submitUrl(receiver.missing, options)).id;
  return (await client.submitFile(clip, 'audio/wav', options)).id;
}

async function checkDelivered(jobId: string, { atLeast }: { atLeast: number }): Promise<void> {
  const { webhook_id: webhookId } = await waitFor('the delivery to be noted', async () => {
    const callback = await client.callback(jobId);
    return callback.state === 'delivered' ? callback : undefined;
  });
  const arrived = receiver.of(jobId);
  assert.ok(arrived.length >= atLeast, `it arrived ${arrived.length} times`);
  for (const { headers } of arrived) assert.equal(headers['webhook-id'], webhookId);
}

test('kill -9 of the worker between a job’s end and its callback: each is delivered', async () => {
  for (const round of rounds) {
    const kill = await killer();
    // Delivering needs the secrets, so locking them prevents it until the worker is dead.
    const holder = await longhand.sql.reserve();
    await holder`begin`;
    await holder`lock table signing_secrets in access exclusive mode`;
    const jobId = await submit(round);
    await client.ended(jobId);
    kill();
    assert.equal(receiver.of(jobId).length, 0);
    await holder`rollback`;
    holder.release();
    await checkDelivered(jobId, { atLeast: 1 });
  }
});

test('kill -9 of the worker while the receiver answers: each is delivered again under the same id', async () => {
  for (const round of rounds) {
    onRequest = await killer();
    const jobId = await submit(round);
    await checkDelivered(jobId, { atLeast: 2 });
  }
});
