import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { readSigningSecrets } from '#lib/callbacks/signing/signing-secrets';
import { readSecret } from '#lib/settings/secret';
import { connect } from '#lib/db/connect';
import { makeClient, type Client } from '#e2e/support/client';
import { readClips } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';
import { startReceiver, type Receiver } from '#e2e/support/callbacks/receiver';

/* The contents of callbacks, and the jobs without one. */

let longhand: SharedLonghand;
let client: Client;
let account: { id: string; apiKey: string };
let receiver: Receiver;

before(async () => {
  receiver = await startReceiver();
  longhand = await useLonghand();
  account = await longhand.createAccount();
  client = makeClient(longhand, account.apiKey);
});
after(async () => {
  // Pending callbacks would go to the next owner of the receiver's port.
  await longhand.sql`delete from jobs where account_id = ${account.id}`;
  await longhand.stop();
  await receiver.close();
});

async function arrival(jobId: string) {
  return waitFor('the callback', () => receiver.of(jobId)[0]);
}

async function secret(): Promise<string> {
  const { db, close } = connect(longhand.databaseUrl, { max: 1 });
  try {
    const owner = { accountId: account.id, secret: await readSecret({ dataDir: longhand.dataDir }) };
    return (await readSigningSecrets(db, owner))[0] ?? '';
  } finally {
    await close();
  }
}

test('a transcribed job is sent as GET shows it, signed, in JSON', async () => {
  const file = (await readClips())[1]?.file ?? '';
  const metadata = 'Bestellung 4711 🎤';
  const { id } = await client.submitFile(file, 'audio/wav', { callback_url: receiver.url, metadata });
  const { method, path, headers, body } = await arrival(id);
  assert.equal(method, 'POST');
  assert.equal(path, '/longhand');
  assert.equal(headers['content-type'], 'application/json');
  const job = (await (await client.request(`/jobs/${id}`)).json()) as Record<string, unknown>;
  assert.deepEqual(JSON.parse(body), { job });
  assert.equal(job['status'], 'transcribed');
  assert.equal(job['metadata'], metadata);
  assert.equal(job['callback_url'], receiver.url);
  const signed = headers as Record<string, string>;
  assert.deepEqual(new Webhook(await secret()).verify(body, signed), { job });

  const shown = await waitFor('the delivery to be noted', async () => {
    const callback = await client.callback(id);
    return callback.state === 'delivered' ? callback : undefined;
  });
  assert.equal(shown.webhook_id, headers['webhook-id']);
  assert.equal(shown.tries.length, 1);
  assert.equal(shown.tries[0]?.status, 204);
});

test('a failed job is sent with its failure and without a web_url', async () => {
  const { id } = await client.submitUrl(receiver.missing, { callback_url: receiver.url });
  const { job } = JSON.parse((await arrival(id)).body) as { job: Record<string, unknown> };
  assert.equal(job['status'], 'failed');
  assert.equal(job['failure'], 'download_failure');
  assert.match(
    String(job['failure_detail']),
    /^Failed to download media file\. Please check your url and file type/,
  );
  assert.equal(job['web_url'], undefined);
});

test('a callback sent again has the same webhook-id, and the job as it is now', async () => {
  let answerAgain: (() => void) | undefined;
  // Stays pending until the second response, however fast the worker is.
  const held = await startReceiver((_, response) => {
    const answer = () => void response.writeHead(204).end();
    if (held.received.length === 1) answer();
    else answerAgain = answer;
  });
  const { id } = await client.submitUrl(held.missing, { callback_url: held.url });
  await waitFor('the delivery to be noted', async () =>
    (await client.callback(id)).state === 'delivered' ? true : undefined,
  );
  const asked = await client.sendCallback(id);
  assert.equal(asked.state, 'pending');
  const answer = await waitFor('the second attempt', () => answerAgain);
  answer();
  const [first = assert.fail(), second = assert.fail()] = held.of(id);
  assert.equal(second.headers['webhook-id'], first.headers['webhook-id']);
  assert.equal(second.body, first.body);
  await waitFor('both attempts to be shown', async () =>
    (await client.callback(id)).tries.length === 2 ? true : undefined,
  );
  await held.close();
});

test('asked for again while an attempt is under way, it is sent at once, whatever the answer to that attempt', async () => {
  let answerFirst: (() => void) | undefined;
  const slow = await startReceiver((_, response) => {
    if (slow.received.length > 1) response.writeHead(204).end();
    else answerFirst = () => response.writeHead(429, { 'retry-after': '3600' }).end();
  });
  const { id } = await client.submitUrl(slow.missing, { callback_url: slow.url });
  const answer = await waitFor('the first try', () => answerFirst);
  await client.sendCallback(id);
  answer();
  await waitFor('the second try', () => slow.of(id)[1]);
  const { tries } = await waitFor('the delivery to be noted', async () => {
    const callback = await client.callback(id);
    return callback.state === 'delivered' ? callback : undefined;
  });
  assert.deepEqual(
    tries.map(({ status }) => status),
    [204, 429],
  );
  await slow.close();
});

test('a job without a callback_url has no callback, and one in progress cannot be sent', async () => {
  const { id } = await client.submitUrl(receiver.missing);
  await client.ended(id);
  for (const method of ['GET', 'POST']) {
    const response = await client.request(`/jobs/${id}/callback`, { method });
    assert.equal(response.status, 400);
    const { parameters } = (await response.json()) as { parameters: Record<string, string[]> };
    assert.deepEqual(parameters, { id: ['This job was submitted without a callback_url.'] });
  }
  await longhand.sql`update jobs set status = 'in_progress', failure = null, callback_url = ${receiver.url} where id = ${id}`;
  assert.deepEqual(await client.callback(id), { url: receiver.url, state: 'pending', tries: [] });
  const early = await client.request(`/jobs/${id}/callback`, { method: 'POST' });
  assert.equal(early.status, 409);
  const problem = (await early.json()) as Record<string, unknown>;
  assert.equal(problem['detail'], 'Job is in invalid state for its callback to be sent');
  assert.deepEqual(problem['allowed_values'], ['failed', 'transcribed']);
});

interface Kind {
  does: string;
  answer: RequestListener;
  tried: { status?: number; reason: string };
  state: 'pending' | 'given_up';
}

const kinds: Kind[] = [
  {
    does: 'answers 400',
    answer: (_, response) => response.writeHead(400).end('{"error":"no"}'),
    tried: { status: 400, reason: 'The receiver responded with 400 Bad Request.' },
    state: 'pending',
  },
  {
    does: 'answers 410',
    answer: (_, response) => response.writeHead(410).end(),
    tried: {
      status: 410,
      reason: 'The receiver responded with 410 Gone. No more callbacks are sent for this job.',
    },
    state: 'given_up',
  },
  {
    does: 'closes at once',
    answer: (request) => request.socket.destroy(),
    tried: { reason: 'The connection was lost.' },
    state: 'pending',
  },
];

for (const { does, answer, tried, state } of kinds) {
  test(`a receiver that ${does}: ${state}, with the attempt in words`, async () => {
    const other = await startReceiver(answer);
    const { id } = await client.submitUrl(receiver.missing, { callback_url: other.url });
    const callback = await waitFor('the first try', async () => {
      const shown = await client.callback(id);
      return shown.tries.length > 0 ? shown : undefined;
    });
    const { status, reason } = callback.tries.at(-1) ?? {};
    assert.deepEqual({ status, reason }, { status: undefined, ...tried });
    assert.equal(callback.state, state);
    assert.equal(callback.next_try_on !== undefined, state === 'pending');
    const because = state === 'given_up' ? 'The receiver responded with 410 Gone.' : undefined;
    assert.equal(callback.given_up_because, because);
    await other.close();
  });
}
