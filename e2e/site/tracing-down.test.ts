import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { startReceiver, type Receiver } from '#e2e/support/callbacks/receiver';
import { makeClient, type Client } from '#e2e/support/client';
import { startOpenAiServer, type OpenAiServer } from '#e2e/support/openai-server';
import { readClips } from '#e2e/support/speech';
import { freePort, startLonghand, type Longhand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

/* A collector that is down, or accepts connections and never responds, loses its traces and affects nothing else. */
// Only with --all: starts a service for each collector.

const settings = {
  LONGHAND_ALLOW_PRIVATE_NETWORKS: '127.0.0.1/32',
  LONGHAND_ALLOW_PORTS: '1-65535',
  OTEL_BSP_SCHEDULE_DELAY: '50',
  OTEL_BSP_MAX_QUEUE_SIZE: '20',
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10',
  OTEL_EXPORTER_OTLP_TIMEOUT: '300',
};

let receiver: Receiver;
let recognizer: OpenAiServer;
let silent: Server;
before(async () => {
  receiver = await startReceiver();
  recognizer = await startOpenAiServer();
  silent = createServer(() => {}).listen(0, '127.0.0.1');
  silent.unref();
  await once(silent, 'listening');
});
after(async () => {
  silent?.close();
  await recognizer?.stop();
  await receiver?.close();
});

async function transcribe(client: Client): Promise<void> {
  const file = (await readClips())[1]?.file ?? '';
  const job = await client.submitFile(file, 'audio/wav', { callback_url: receiver.url });
  assert.equal((await client.ended(job.id)).status, 'transcribed');
  await waitFor('the callback', () => receiver.of(job.id)[0]);
}

/** Counts the lines about the exporter, by process. */
function countComplaints(longhand: Longhand): Map<number, number> {
  const counts = new Map<number, number>();
  for (const line of longhand.output().split('\n')) {
    if (!line.includes('exporting traces')) continue;
    const { pid } = JSON.parse(line) as { pid: number };
    counts.set(pid, (counts.get(pid) ?? 0) + 1);
  }
  return counts;
}

for (const [what, findPort] of [
  ['away', freePort],
  ['silent', async () => (silent.address() as AddressInfo).port],
] as const) {
  test(`with a collector that is ${what} everything works, and each process says so once`, async () => {
    const port = await findPort();
    const longhand = await startLonghand({
      ...settings,
      LONGHAND_OPENAI_URLS: recognizer.url,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://127.0.0.1:${port}/v1/traces`,
    });
    try {
      const client = makeClient(longhand, (await longhand.createAccount()).apiKey);
      await transcribe(client);
      await waitFor('both processes to say so', () =>
        countComplaints(longhand).size === 2 ? true : undefined,
      );
      // More spans than the queue holds, in several batches.
      const answers = await Promise.all(Array.from({ length: 60 }, () => client.request('/account')));
      assert.ok(answers.every(({ status }) => status === 200));
      await transcribe(client);
      assert.deepEqual([...countComplaints(longhand).values()], [1, 1]);
      await longhand.end('SIGTERM');
      assert.doesNotMatch(longhand.output(), /"level":(50|60)/);
    } finally {
      await longhand.stop();
    }
  });
}
