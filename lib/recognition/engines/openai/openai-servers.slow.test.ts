import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Behavior,
  breakOff,
  die,
  fail,
  hang,
  recognizeAs,
  hold,
  redirect,
  send,
  sendWithoutEnd,
  startOpenAiServer,
} from '#e2e/support/openai-server';
import { deadlineMs, totalMs, useOpenAi } from '#e2e/support/use-openai';
import { waitFor } from '#e2e/support/wait';
import type { PieceTranscript } from '#lib/recognition/engine';
import { maxTries } from '#lib/recognition/engines/openai/times';

const texts = ({ words }: PieceTranscript) => words.map(({ text }) => text);
const isTrue = (what: string, ask: () => boolean) => waitFor(what, () => ask() || undefined);

const failures: [string, Behavior][] = [
  ['dies with the piece', die],
  ['dies in the middle of its answer', breakOff],
  ['answers with half a document', send('{"text": "Half an')],
  ['answers with bytes that are no text', send(Buffer.from([0x80, 0xff, 0x00, 0xfe]))],
  ['answers with a page', send('<!doctype html><title>Sign in</title>', 'text/html')],
  ['answers with something else', send('{"status": "ok"}')],
  ['answers without end', sendWithoutEnd],
  ['answers 500', fail(500, 'CUDA out of memory')],
  ['answers 502', fail(502, 'Bad Gateway')],
  ['answers 503', fail(503, 'Loading the model')],
  ['answers 429 without a time', fail(429, 'Too many requests')],
];
for (const [what, behavior] of failures) {
  test(`a piece whose server ${what} is heard by another one`, async (t) => {
    const { servers, recognize, getWords } = await useOpenAi(t, { servers: 2 });
    const [bad, good] = servers;
    bad?.always(behavior);
    assert.deepEqual(texts(await recognize(1)), getWords(1));
    assert.ok((bad?.uploads.length ?? 0) > 0);
    assert.equal(good?.uploads.length, 1);
  });
}

test('a piece whose server refuses connections is heard by another one', async (t) => {
  const { servers, recognize, getWords } = await useOpenAi(t, { servers: 2 });
  await servers[0]?.stop();
  for (const index of [1, 2, 3]) assert.deepEqual(texts(await recognize(index)), getWords(index));
  assert.equal(servers[1]?.uploads.length, 3);
});

test('a redirect is not followed: neither the sound nor the key goes elsewhere', async (t) => {
  const elsewhere = await startOpenAiServer();
  t.after(() => elsewhere.stop());
  const { servers, recognize, getWords } = await useOpenAi(t, { servers: 2, key: 'sk-secret' });
  servers[0]?.always(redirect(`${elsewhere.url}/audio/transcriptions`));
  assert.deepEqual(texts(await recognize(1)), getWords(1));
  assert.equal(servers[0]?.uploads.length, 1);
  assert.equal(elsewhere.uploads.length + elsewhere.faults.length, 0);
});

test('a server that hangs loses the piece at the deadline, and its connection', async (t) => {
  const { servers, recognize, getWords, elapse } = await useOpenAi(t, { servers: 2 });
  const [bad, good] = servers;
  bad?.always(hang);
  const heard = recognize(1);
  await isTrue('the piece to hang', () => bad?.uploads.length === 1);
  elapse(deadlineMs);
  assert.deepEqual(texts(await heard), getWords(1));
  assert.equal(good?.uploads.length, 1);
  await isTrue('the connection to end', () => bad?.inFlight === 0);
});

test('one slow server of three holds up the piece it has, and no other', async (t) => {
  const { servers, engine, recognize, getWords } = await useOpenAi(t, { servers: 3, inFlight: 1 });
  const [slow, ...quick] = servers;
  const { behavior, release } = hold();
  slow?.always(behavior);
  assert.equal(engine.parallel, 3);
  const all = Array.from({ length: 30 }, (_, index) => recognize(index));
  let done = 0;
  for (const heard of all) void heard.then(() => (done += 1));
  await isTrue('all but one piece to be heard', () => done === 29);
  assert.equal(slow?.uploads.length, 1);
  release();
  for (const [index, heard] of all.entries()) assert.deepEqual(texts(await heard), getWords(index));
  const shares = quick.map(({ uploads }) => uploads.length);
  assert.ok(Math.min(...shares) > 0, `unequal shares: ${shares.join(' and ')}`);
});

test('pieces are shared evenly, with no more on a server than it is to have', async (t) => {
  const { servers, engine, recognize } = await useOpenAi(t, { servers: 3, inFlight: 2 });
  const holds = servers.map((server) => {
    const { behavior, release } = hold();
    server.always(behavior);
    return release;
  });
  assert.equal(engine.parallel, 6);
  const all = Promise.all(Array.from({ length: 9 }, (_, index) => recognize(index)));
  await isTrue('all room to be used', () => servers.every(({ inFlight }) => inFlight === 2));
  for (const release of holds) release();
  await all;
  for (const { maxInFlight } of servers) assert.equal(maxInFlight, 2);
});

const inAnHour = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000).toUTCString();
for (const status of [429, 503]) {
  test(`a server that answers ${status} with Retry-After rests so long, and then has the piece`, async (t) => {
    const { servers, recognize, getWords, elapse, waits } = await useOpenAi(t);
    const [server] = servers;
    server?.next(fail(status, 'Slow down', { 'retry-after': '7' }));
    const [first, second] = [recognize(1), recognize(2)];
    await isTrue('the rest to begin', () => waits().includes(7000));
    await isTrue('the other piece to end', () => server?.inFlight === 0);
    const before = server?.uploads.length;
    const third = recognize(3);
    assert.equal(server?.uploads.length, before);
    elapse(7000);
    const heard = await Promise.all([first, second, third]);
    assert.deepEqual(heard.map(texts), [getWords(1), getWords(2), getWords(3)]);
  });
}

test('Retry-After may be a date', async (t) => {
  const { servers, recognize, getWords, elapse, waits } = await useOpenAi(t);
  servers[0]?.next(fail(429, 'Slow down', { 'retry-after': inAnHour }));
  const heard = recognize(1);
  const isRest = (ms: number) => ms > 3_000_000 && ms <= 3_601_000;
  const restMs = await waitFor('the rest to begin', () => waits().find(isRest));
  elapse(restMs);
  assert.deepEqual(texts(await heard), getWords(1));
});

test('a server that asks to be left alone, however often, costs a piece none of its attempts', async (t) => {
  const { servers, recognize, getWords } = await useOpenAi(t);
  const busy = fail(429, 'Slow down', { 'retry-after': '0' });
  servers[0]?.next(...Array.from({ length: 3 * maxTries }, () => busy));
  assert.deepEqual(texts(await recognize(1)), getWords(1));
});

test('a piece that no server does fails after a bounded number of attempts, with the last cause', async (t) => {
  const { servers, recognize } = await useOpenAi(t, { servers: 2 });
  for (const server of servers) server.always(die);
  await assert.rejects(recognize(1), {
    name: 'EngineFailure',
    message:
      /^no speech server could transcribe the piece: http:\/\/127\.0\.0\.1:\d+\/v1\/audio\/transcriptions: The connection was lost\.$/,
  });
  const requests = servers.map(({ uploads }) => uploads.length);
  assert.deepEqual(requests, [maxTries, maxTries]);
});

test('while all servers are known to be dead a piece fails after one try of each, and the first good answer ends that', async (t) => {
  const { servers, recognize, getWords } = await useOpenAi(t, { servers: 2 });
  await Promise.all(servers.map((server) => server.stop()));
  await assert.rejects(recognize(1), { name: 'EngineFailure', message: /refused the connection/ });
  for (const server of servers) {
    await server.start();
    server.always(die);
  }
  await assert.rejects(recognize(2), { name: 'EngineFailure', message: /The connection was lost/ });
  assert.deepEqual(
    servers.map(({ uploads }) => uploads.length),
    [1, 1],
  );
  for (const server of servers) server.always(recognizeAs());
  assert.deepEqual(texts(await recognize(3)), getWords(3));
});

test('a piece whose time is over fails, whatever the servers do', async (t) => {
  const { servers, recognize, elapse } = await useOpenAi(t, { servers: 2 });
  for (const server of servers) server.always(hang);
  const heard = assert.rejects(recognize(1), {
    name: 'EngineFailure',
    message: /^no speech server transcribed the piece in time: http.*: no response within 1000 s$/,
  });
  await isTrue('the piece to hang', () => servers[0]?.uploads.length === 1);
  elapse(deadlineMs);
  await isTrue('the piece to hang again', () => servers[1]?.uploads.length === 1);
  elapse(totalMs);
  await heard;
  await isTrue('the connections to end', () => servers.every(({ inFlight }) => inFlight === 0));
});

test('a wrong key fails the piece at once, and is not repeated', async (t) => {
  const { servers, recognize } = await useOpenAi(t, { servers: 2, key: 'sk-right' });
  const wrong = await useOpenAi(t, { urls: servers.map(({ url }) => url), key: 'sk-wrong' });
  const error = await wrong.recognize(1).catch((reason: unknown) => reason);
  assert.match(
    String(error),
    /^EngineFailure: .*answered 401 Unauthorized: Incorrect API key.*LONGHAND_OPENAI_KEY/,
  );
  assert.doesNotMatch(JSON.stringify(error) + String(error), /sk-wrong/);
  assert.equal(servers.flatMap(({ uploads }) => uploads).length, 1);
  await recognize(1);
});

test('a model that the server does not know fails the piece at once', async (t) => {
  const { servers, recognize } = await useOpenAi(t, { serverModel: 'large-v3', model: 'large-v4' });
  await assert.rejects(recognize(1), {
    name: 'EngineFailure',
    message: /answered 404 Not Found: The model `large-v4` does not exist\. .*LONGHAND_OPENAI_MODEL/,
  });
  assert.equal(servers[0]?.uploads.length, 1);
});

test('aborting ends the request and rejects with the reason', async (t) => {
  const { servers, recognize, getWords } = await useOpenAi(t, { inFlight: 1 });
  const [server] = servers;
  server?.next(hang);
  const abort = new AbortController();
  const running = assert.rejects(recognize(1, { signal: abort.signal }), { message: 'enough' });
  await isTrue('the piece to arrive', () => server?.uploads.length === 1);
  const waiting = assert.rejects(recognize(2, { signal: abort.signal }), { message: 'enough' });
  abort.abort(new Error('enough'));
  await Promise.all([running, waiting]);
  await isTrue('the connection to end', () => server?.inFlight === 0);
  assert.deepEqual(texts(await recognize(3)), getWords(3));
  assert.equal(server?.uploads.length, 2);
});

test('closing rejects the pieces in hand', async (t) => {
  const { servers, engine, recognize } = await useOpenAi(t, { inFlight: 1 });
  servers[0]?.always(hang);
  const rejected = [1, 2].map((index) => assert.rejects(recognize(index), { message: /was closed/ }));
  await isTrue('a piece to arrive', () => servers[0]?.uploads.length === 1);
  await engine.close();
  await Promise.all(rejected);
  await isTrue('the connection to end', () => servers[0]?.inFlight === 0);
});

test('a recording that can no longer be read is no fault of a server', async (t) => {
  const { servers, engine } = await useOpenAi(t);
  const { signal } = new AbortController();
  const options = { language: undefined, vocabulary: [] };
  await assert.rejects(engine.recognize('/nowhere.pcm', { startMs: 0, endMs: 1000 }, options, signal), {
    code: 'ENOENT',
  });
  assert.equal(servers[0]?.uploads.length, 0);
});

test('whatever the servers do in turn, every piece is heard, each with its own words', async (t) => {
  const { servers, recognize, getWords } = await useOpenAi(t, { servers: 3 });
  const turns = failures.map(([, behavior]) => behavior);
  for (const [i, server] of servers.entries()) {
    const shifted = [...turns.slice(4 * i), ...turns.slice(0, 4 * i)];
    server.next(...shifted.flatMap((behavior) => [behavior, recognizeAs('segments'), recognizeAs()]));
  }
  const heard = await Promise.all(Array.from({ length: 40 }, (_, index) => recognize(index)));
  assert.deepEqual(
    heard.map(texts),
    heard.map((_, index) => getWords(index)),
  );
  for (const { faults } of servers) assert.deepEqual(faults, []);
});
