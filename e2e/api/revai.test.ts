import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import {
  CaptionType,
  ForbiddenAccessError,
  InvalidParameterError,
  InvalidStateError,
  JobStatus,
  ResourceNotFoundOrUnsupportedApiError,
  RevAiApiClient,
  type RevAiApiJob,
} from 'revai-node-sdk';
import { startReceiver, type Receiver } from '#e2e/support/callbacks/receiver';
import { readClips } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

/* Rev AI's own client with the whole service: real recordings, real recognition, real callbacks. */
// Only with --all: the dialect of another service.

let longhand: SharedLonghand;
let receiver: Receiver;
let files: Server;
let clip = '';
let mediaUrl = '';
let client: RevAiApiClient;
const asked: Array<string | undefined> = [];

before(async () => {
  clip = (await readClips())[1]?.file ?? '';
  const sound = await readFile(clip);
  receiver = await startReceiver();
  // A customer's web server that requires a token.
  files = createServer(({ headers: { authorization } }, response) => {
    asked.push(authorization);
    if (authorization === 'Bearer for-media') response.setHeader('content-type', 'audio/wav').end(sound);
    else response.writeHead(401).end();
  }).listen(0, '127.0.0.1');
  await once(files, 'listening');
  mediaUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}/talk.wav`;
  longhand = await useLonghand();
  client = makeClient((await longhand.createAccount(10_00)).apiKey);
});
after(async () => {
  await longhand?.stop();
  await receiver?.close();
  files?.close();
});

/** Creates Rev AI's client, unchanged except for its base URL. */
function makeClient(token: string): RevAiApiClient {
  const { baseUrl } = longhand;
  return new RevAiApiClient({
    token,
    deploymentConfig: { baseUrl, baseWebsocketUrl: baseUrl.replace('http', 'ws') },
  });
}

const ended = (id: string): Promise<RevAiApiJob> =>
  waitFor(`job ${id} to end`, async () => {
    const job = await client.getJobDetails(id);
    return job.status === JobStatus.InProgress ? undefined : job;
  });

const readStream = async (stream: unknown): Promise<string> => text(stream as Readable);

test('a local file becomes a transcript in all forms, and is gone once it is deleted', async () => {
  const before = await client.getAccount();
  assert.match(before.email, /@longhand\.example$/);
  const { id, status } = await client.submitJobLocalFile(clip, {
    ...{ metadata: 'order 4711', transcriber: 'pocketsphinx', skip_diarization: true },
  });
  assert.equal(status, 'in_progress');
  const job = await ended(id);
  assert.equal(job.status, 'transcribed');
  const { type, metadata, transcriber, skip_diarization, duration_seconds = 0 } = job;
  assert.deepEqual(
    [type, metadata, transcriber, skip_diarization],
    ['async', 'order 4711', 'pocketsphinx', true],
  );
  assert.ok(duration_seconds > 0);
  assert.ok(Date.parse(job.completed_on ?? '') >= Date.parse(job.created_on));
  assert.ok((await client.getAccount()).balance_seconds < before.balance_seconds);

  const { monologues } = await client.getTranscriptObject(id);
  const elements = monologues.flatMap((monologue) => monologue.elements);
  const words = elements.filter((element) => element.type === 'text');
  assert.ok(words.length > 5);
  for (const { ts = -1, end_ts = -1 } of words) assert.ok(0 <= ts && ts <= end_ts);
  const spoken = monologues.map((monologue) => monologue.elements.map(({ value }) => value).join(''));
  const plain = await client.getTranscriptText(id);
  assert.deepEqual(
    plain
      .trimEnd()
      .split('\n')
      .map((line) => line.split('    ')[2]),
    spoken,
  );
  assert.match(plain, /^Speaker 0 {4}00:00:0\d {4}\S/);
  assert.equal(await readStream(await client.getTranscriptTextStream(id)), plain);
  assert.match(await readStream(await client.getCaptions(id, CaptionType.SRT)), /^1\r?\n00:00:0/);
  assert.match(await readStream(await client.getCaptions(id, CaptionType.VTT)), /^WEBVTT\r?\n/);

  await client.deleteJob(id);
  await assert.rejects(client.getJobDetails(id), ResourceNotFoundOrUnsupportedApiError);
});

test('media and callback come with the headers that were asked for, in the shape of Rev AI', async () => {
  const job = await client.submitJob({
    source_config: { url: mediaUrl, auth_headers: { Authorization: 'Bearer for-media' } },
    notification_config: { url: receiver.url, auth_headers: { Authorization: 'Bearer for-callback' } },
  });
  const [callback] = await waitFor('the callback', () => {
    const received = receiver.of(job.id);
    return received.length > 0 ? received : undefined;
  });
  assert.deepEqual([...new Set(asked)], ['Bearer for-media']);
  assert.equal(callback?.headers.authorization, 'Bearer for-callback');
  const { job: told } = JSON.parse(callback?.body ?? '') as { job: RevAiApiJob };
  assert.deepEqual([told.status, told.type, told.name], ['transcribed', 'async', 'talk.wav']);
  assert.deepEqual(told, await client.getJobDetails(job.id));
  assert.ok(!/127\.0\.0\.1|Bearer/.test(callback?.body ?? 'Bearer'));
});

test('a download that fails is told to the older callback_url, and jobs are listed page by page', async () => {
  const failing = await client.submitJobUrl(receiver.missing, { callback_url: receiver.url });
  const upload = await client.submitJobAudioData(createReadStream(clip), 'second.wav', {
    metadata: 'second',
  });
  const [callback] = await waitFor('the callback', () => {
    const received = receiver.of(failing.id);
    return received.length > 0 ? received : undefined;
  });
  const { job: told } = JSON.parse(callback?.body ?? '') as { job: RevAiApiJob };
  assert.deepEqual(
    [told.status, told.failure, told.callback_url, told.media_url],
    ['failed', 'download_failure', receiver.url, receiver.missing],
  );
  assert.ok(told.failure_detail);
  const newest = await client.getListOfJobs(1);
  assert.deepEqual(
    newest.map(({ id, name, metadata }) => [id, name, metadata]),
    [[upload.id, 'second.wav', 'second']],
  );
  assert.equal((await client.getListOfJobs(1, upload.id))[0]?.id, failing.id);
  await assert.rejects(client.getTranscriptObject(failing.id), (error) => {
    assert.ok(error instanceof InvalidStateError);
    assert.deepEqual([error.currentValue, error.allowedValues], ['failed', ['transcribed']]);
    return true;
  });
});

test('what can’t be done is an error of Rev AI’s client', async () => {
  const human = client.submitJobLocalFile(clip, { transcriber: 'human' });
  await assert.rejects(human, (error) => {
    assert.ok(error instanceof InvalidParameterError);
    assert.deepEqual(Object.keys(error.parameters), ['transcriber']);
    return true;
  });
  await assert.rejects(client.getTranscriptSummaryText('none'), ResourceNotFoundOrUnsupportedApiError);
  const poor = makeClient((await longhand.createAccount(0)).apiKey);
  await assert.rejects(poor.submitJobLocalFile(clip), (error) => {
    assert.ok(error instanceof ForbiddenAccessError);
    assert.match(JSON.stringify(error.details), /not have enough credits/);
    return true;
  });
  await assert.rejects(makeClient('lh_live_none').getAccount(), (error) => {
    assert.equal((error as { statusCode?: number }).statusCode, 401);
    return true;
  });
});
