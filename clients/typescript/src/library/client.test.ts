import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient, type ClientOptions } from './client.ts';
import { operations, recordingTypes } from './contract.ts';
import { encodeForm } from './encode-form.ts';
import { ApiError, ConnectionError, WaitTimeoutError } from './errors.ts';
import { chooseRecordingType, getRecordingType, recordingExtensions } from './recording-types.ts';
import type { Progress } from './recording.ts';
import { getDelay, isPassing, readRetryAfter, retryRules } from './retry.ts';

type Answer = Response | Error;

/** A client whose server gives these answers, and what it was asked. */
function scripted(answers: Answer[], options: Partial<ClientOptions> = {}) {
  const asked: Array<{ method: string; path: string; headers: Headers; body: string }> = [];
  const client = createClient({
    ...{ baseUrl: 'https://longhand.example/', apiKey: 'lh_test_key' },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      asked.push({ method, path: `${pathname}${search}`, headers, body: await request.text() });
      const answer = answers.shift() ?? new Error('no more answers');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    ...options,
  });
  return { client, asked };
}

const soon = { 'retry-after': '0' };
const job = { id: 'one', status: 'in_progress', created_on: '2026-11-20T23:23:22.290Z', name: 'talk.wav' };

test('a submission is repeated under the same idempotency key, with its body sent anew', async () => {
  const refused = new Response('', { status: 503, headers: soon });
  const { client, asked } = scripted([refused, Response.json(job)]);
  const recording = new File(['sound'], 'talk.wav');
  assert.deepEqual(await client.submitJob(recording, { language: 'de', metadata: 'order' }), job);
  assert.equal(asked.length, 2);
  const [first, second] = asked;
  assert.equal(first?.headers.get('idempotency-key'), second?.headers.get('idempotency-key'));
  assert.equal(first?.headers.get('authorization'), 'Bearer lh_test_key');
  for (const { path, body } of asked) {
    assert.equal(path, '/v1/jobs');
    assert.match(body, /name="options"\r\n[^]*\{"language":"de","metadata":"order"\}/);
    assert.match(body, /filename="talk\.wav"\r\nContent-Type: audio\/wav\r\n\r\nsound\r\n--/);
  }
});

test('the text of a recording is sent with it, and with no address', async () => {
  const { client, asked } = scripted([Response.json(job)]);
  const transcript = new Blob(['Ann: Grüße.']);
  await client.submitJob(new File(['sound'], 'talk.wav'), { transcript, language: 'de' });
  const sent = asked[0] ?? assert.fail('nothing was sent');
  const type = sent.headers.get('content-type') ?? '';
  const form = await new Response(sent.body, { headers: { 'content-type': type } }).formData();
  const read = async (name: string) => {
    const part = form.get(name);
    return part instanceof File ? part.text() : part;
  };
  assert.equal(await read('transcript'), 'Ann: Grüße.');
  assert.equal(await read('media'), 'sound');
  assert.equal(await read('options'), '{"language":"de"}');
  await assert.rejects(client.submitJob({ url: 'https://a.example/talk.mp3' }, { transcript }), TypeError);
  assert.equal(asked.length, 1);
});

test('a stream that has begun is not sent again, and one that can be begun anew is', async () => {
  const busy = () => new Response('', { status: 503, headers: soon });
  const once = scripted([busy()]);
  const stream = new Blob(['sound']).stream();
  await assert.rejects(once.client.submitJob({ stream, name: 'talk.wav' }), ApiError);
  const again = scripted([busy(), Response.json(job)]);
  const begin = () => new Blob(['sound']).stream();
  assert.deepEqual(await again.client.submitJob({ stream: begin, name: 'talk.wav' }), job);
});

test('a stream tells how much of it is sent, of a length that nobody knows', async () => {
  const { client } = scripted([Response.json(job)]);
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(1000);
    yield new Uint8Array(500);
  }
  const sent: Progress[] = [];
  await client.submitJob({ stream, name: 'talk.wav' }, { onProgress: (progress) => sent.push(progress) });
  assert.deepEqual(
    sent,
    [0, 1000, 1500].map((sentBytes) => ({ sentBytes, totalBytes: undefined })),
  );
});

test('what goes wrong while a recording is read is thrown as it is, and nothing is repeated', async () => {
  const { client, asked } = scripted([]);
  const error = new Error('the disk is gone');
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(1);
    throw error;
  }
  await assert.rejects(client.submitJob({ stream: broken, name: 'talk.wav' }), error);
  assert.equal(asked.length, 0);
});

test('a browser, too, throws what goes wrong while a stream is read as it is, and repeats nothing', async (t) => {
  Object.assign(globalThis, { document: {} });
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  const { client, asked } = scripted([], { retries: 0 });
  const error = new TypeError('the source is gone');
  const stream = () => new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(error) });
  await assert.rejects(client.submitJob({ stream, name: 'talk.wav' }), (thrown) => thrown === error);
  assert.equal(asked.length, 0);
});

test('an error carries the whole problem', async () => {
  const problem = {
    type: 'https://longhand.example/api/v1/errors/invalid-parameters',
    title: 'Invalid parameters',
    status: 400,
    detail: 'Invalid parameters: limit.',
    parameters: { limit: ['The min value for limit is 1'] },
  };
  const headers = { 'x-request-id': 'r1', 'content-type': 'application/problem+json' };
  const { client } = scripted([Response.json(problem, { status: 400, headers })]);
  await assert.rejects(client.listJobs().next(), (error) => {
    assert.ok(error instanceof ApiError);
    const { status, type, title, detail, requestId } = error;
    assert.deepEqual(
      { status, type, title, detail, requestId },
      {
        ...{ status: 400, type: 'invalid-parameters', title: 'Invalid parameters' },
        detail: problem.detail,
        requestId: 'r1',
      },
    );
    assert.deepEqual(error.problem, problem);
    return true;
  });
});

test('an answer that is no problem, such as that of a proxy, is an error all the same', async () => {
  const pages = [new Response('<html>', { status: 403 }), new Response('<html>'), new Response('')];
  const { client } = scripted(pages, { retries: 0 });
  for (const status of [403, 200, 200]) {
    await assert.rejects(
      client.getAccount(),
      (error) => error instanceof ApiError && error.status === status,
    );
  }
});

test('tries end with the limit, with a refusal that lasts, and where repeating could do harm', async () => {
  const answer = (status: number) => new Response('', { status, headers: soon });
  const limited = scripted([429, 502, 504, 503].map(answer), { retries: 3 });
  await assert.rejects(limited.client.getAccount(), ApiError);
  assert.equal(limited.asked.length, 4);
  for (const status of [400, 401, 404, 500, 507]) {
    const { client, asked } = scripted([answer(status)]);
    await assert.rejects(client.getAccount(), ApiError);
    assert.equal(asked.length, 1);
  }
  const shared = scripted([answer(503), answer(502)]);
  await assert.rejects(shared.client.shareJob('one'), ApiError);
  assert.equal(shared.asked.length, 2);
  const broken = scripted([new TypeError('fetch failed')]);
  await assert.rejects(broken.client.shareJob('one'), ConnectionError);
});

test('a deletion whose answer was lost is no error when the job is gone', async () => {
  const gone = () => {
    const type = 'https://longhand.example/api/v1/errors/job-not-found';
    return Response.json({ type, title: 'Not found', status: 404, detail: '' }, { status: 404 });
  };
  const lost = new Response('', { status: 504, headers: soon });
  await scripted([lost, gone()]).client.deleteJob('one');
  await assert.rejects(scripted([gone()]).client.deleteJob('one'), ApiError);
});

test('a connection that breaks within an answer is told as such, however the answer is read', async () => {
  const cut = () => {
    const pull = (controller: ReadableStreamDefaultController) =>
      controller.error(new TypeError('terminated'));
    return new Response(new ReadableStream({ pull }));
  };
  const { client } = scripted([cut(), cut(), cut(), cut(), cut()]);
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    for await (const _ of stream);
  };
  await assert.rejects((await client.download('one', 'txt')).text(), ConnectionError);
  await assert.rejects((await client.download('one', 'pdf')).bytes(), ConnectionError);
  await assert.rejects(collect((await client.download('one', 'pdf')).stream()), ConnectionError);
  await assert.rejects(client.getCaptions('one'), ConnectionError);
  await assert.rejects(client.getTranscript('one'), ConnectionError);
  const whole = scripted([new Response('words'), new Response(null)]).client;
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await whole.download('one', 'txt')).stream()) chunks.push(chunk);
  assert.equal(Buffer.concat(chunks).toString(), 'words');
  assert.equal((await (await whole.download('one', 'txt')).bytes()).length, 0);
});

test('a list is read page by page, as far as it is taken', async () => {
  const page = (...ids: string[]) => Response.json(ids.map((id) => ({ ...job, id })));
  const { client, asked } = scripted([page('a', 'b'), page('c', 'd'), page('e')]);
  const ids: string[] = [];
  for await (const { id } of client.listJobs({ pageSize: 2 })) {
    ids.push(id);
    if (id === 'c') break;
  }
  assert.deepEqual(ids, ['a', 'b', 'c']);
  assert.deepEqual(
    asked.map(({ path }) => path),
    ['/v1/jobs?limit=2', '/v1/jobs?limit=2&starting_after=b'],
  );
});

test('waiting ends with the job, with its time, or with the signal', async () => {
  const ended = { ...job, status: 'failed', failure: 'invalid_media' };
  const { client } = scripted([Response.json(ended)]);
  assert.deepEqual(await client.waitFor(job), ended);
  const slow = scripted([Response.json(job)]);
  await assert.rejects(slow.client.waitFor(job, { timeoutMs: 0 }), WaitTimeoutError);
  const reason = new Error('enough');
  const stopped = new AbortController();
  const left = scripted([Response.json(job)]);
  const waiting = left.client.waitFor(job, { signal: stopped.signal, onUpdate: () => stopped.abort(reason) });
  await assert.rejects(waiting, reason);
});

test('waiting for a server that takes the request and is silent ends with its time', async () => {
  let asked = 0;
  const { client } = scripted([], {
    fetch: (_, init) =>
      new Promise((_resolve, reject) => {
        asked += 1;
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      }),
  });
  await assert.rejects(client.waitFor(job, { timeoutMs: 50 }), WaitTimeoutError);
  assert.equal(asked, 1);
});

test('no ID leads to another path', async () => {
  const { client, asked } = scripted([]);
  for (const id of ['', '..', 'a/b', 'a?b', 'ä']) await assert.rejects(client.getJob(id), TypeError);
  assert.equal(asked.length, 0);
});

test('each operation of the contract has a method', () => {
  const { client } = scripted([]);
  for (const id of Object.keys(operations))
    assert.equal(typeof client[id as keyof typeof client], 'function');
});

test('a delay grows, is spread, and follows what the server asks for within reason', () => {
  const { firstMs, maxMs, maxRetryAfterMs } = retryRules;
  assert.equal(getDelay(0, { random: () => 1 }), firstMs);
  assert.equal(getDelay(2, { random: () => 0 }), firstMs * 2);
  assert.equal(getDelay(50, { random: () => 1 }), maxMs);
  assert.equal(getDelay(0, { retryAfterMs: 7000 }), 7000);
  assert.equal(getDelay(0, { retryAfterMs: maxRetryAfterMs + 1 }), undefined);
  const now = Date.parse('2026-11-20T10:00:00Z');
  assert.equal(readRetryAfter('12', now), 12_000);
  assert.equal(readRetryAfter('Fri, 20 Nov 2026 10:00:09 GMT', now), 9000);
  assert.equal(readRetryAfter('Fri, 20 Nov 2026 09:00:00 GMT', now), 0);
  for (const value of [null, '', 'soon', '-1'])
    assert.equal(readRetryAfter(value, now), undefined, String(value));
  assert.deepEqual([isPassing(502, true), isPassing(502, false), isPassing(503, false)], [true, false, true]);
});

test('a file name can say anything without ending its header', () => {
  const { head } = encodeForm({ name: 'a"b\r\nc: d.wav', type: 'audio/wav\r\nx: y' }, { options: '{}' }, 'b');
  const text = new TextDecoder().decode(head);
  assert.match(text, /filename="a%22b%0D%0Ac: d\.wav"\r\nContent-Type: audio\/wavx: y\r\n\r\n$/);
});

test('a recording is sent with a media type that the API accepts', () => {
  for (const extension of recordingExtensions) {
    const sent = getRecordingType(`talk.${extension.toUpperCase()}`);
    assert.ok(
      [...recordingTypes, 'application/octet-stream'].some((type) => type === sent),
      extension,
    );
  }
  for (const name of ['talk', 'talk.pdf', '.wav/talk', 'talk.constructor', 'mp3']) {
    assert.equal(getRecordingType(name), undefined, name);
  }
  assert.equal(chooseRecordingType('talk.mp3', 'audio/webm; codecs=opus'), 'audio/webm; codecs=opus');
  assert.equal(chooseRecordingType('talk.mp3', 'application/octet-stream'), 'audio/mpeg');
  assert.equal(chooseRecordingType('talk', ''), 'application/octet-stream');
  assert.equal(chooseRecordingType('talk.flac', 'audio/flac'), 'application/octet-stream');
  assert.equal(chooseRecordingType('talk', 'audio/aac'), 'application/octet-stream');
  assert.equal(chooseRecordingType('page', 'text/html'), 'text/html');
});
