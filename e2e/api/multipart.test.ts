import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { listFiles } from '#e2e/support/list-files';
import { startLonghand, worksOnNothing, type Longhand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

/*
 * Bodies that no library would write, over raw sockets. These need a server and a connection;
 * lib/api/submission/read-upload.test.ts has the others.
 */
// Only with --all: sends a gigabyte.

const MiB = 1024 ** 2;
const maxUploadBytes = 64 * MiB;

let longhand: Longhand;
let apiKey: string;
let filesBefore: string[];
let jobsBefore: number;

before(async () => {
  longhand = await startLonghand({
    LONGHAND_MAX_UPLOAD_BYTES: String(maxUploadBytes),
    LONGHAND_REQUESTS_PER_MINUTE: '0',
  });
  ({ apiKey } = await longhand.createAccount(10_000_00));
  await remember();
});
after(() => longhand.stop());
afterEach(remember);

const storedFiles = () => listFiles(path.join(longhand.dataDir, 'media'));

async function countJobs(): Promise<number> {
  const [row] = await longhand.sql<Array<{ n: number }>>`select count(*)::int as n from jobs`;
  return row?.n ?? 0;
}

async function remember(): Promise<void> {
  await worksOnNothing(longhand);
  filesBefore = await storedFiles();
  jobsBefore = await countJobs();
}

/** Asserts that no file or job has been added since the last test. */
async function assertNothingLeft(): Promise<void> {
  await waitFor('the files to be gone', async () =>
    (await storedFiles()).join() === filesBefore.join() ? true : undefined,
  );
  assert.equal(await countJobs(), jobsBefore);
}

/** A second of silence. */
function silence(): Buffer {
  const header = Buffer.from(
    '524946462c7d000057415645666d74201000000001000100803e0000007d00000200100064617461007d0000',
    'hex',
  );
  return Buffer.concat([header, Buffer.alloc(32_000)]);
}

const boundary = '----longhand';

function part(disposition: string, content: string | Buffer, mediaType?: string): Buffer {
  const type = mediaType === undefined ? '' : `\r\nContent-Type: ${mediaType}`;
  const head = `--${boundary}\r\nContent-Disposition: ${disposition}${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]);
}

const media = (naming = '; filename="talk.wav"', content = silence(), mediaType = 'audio/wav'): Buffer =>
  part(`form-data; name="media"${naming}`, content, mediaType);
const options = (json: string, naming = '', mediaType?: string): Buffer =>
  part(`form-data; name="options"${naming}`, json, mediaType);
const end = Buffer.from(`--${boundary}--\r\n`);

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

function open(headers: Record<string, string | number>): Socket {
  const socket = connect({ port: Number(new URL(longhand.baseUrl).port), host: '127.0.0.1' });
  const lines = Object.entries({
    Host: '127.0.0.1',
    Authorization: `Bearer ${apiKey}`,
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
    Connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /v1/jobs HTTP/1.1\r\n${lines.join('')}\r\n`);
  return socket;
}

/** Resolves with the response on the socket as soon as it is complete. A connection reset after it is ignored. */
async function answerOn(socket: Socket): Promise<Answer> {
  let text = '';
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const isWhole = () => {
    const json = /\r\n\r\n(?:[0-9a-f]+\r\n)?(\{.*\})/s.exec(text)?.[1];
    if (json !== undefined) return json;
    if (socket.destroyed) throw new Error(`no answer but “${text}”`);
    return undefined;
  };
  const json = await waitFor('an answer', isWhole);
  return { status: Number(text.split(' ')[1]), body: JSON.parse(json) as Record<string, unknown> };
}

async function submit(parts: Buffer[], headers: Record<string, string | number> = {}): Promise<Answer> {
  const body = Buffer.concat(parts);
  const socket = open({ 'Content-Length': body.length, ...headers });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.write(body, () => resolve());
  });
  const answer = await answerOn(socket);
  socket.destroy();
  return answer;
}

async function assertRefused(answer: Answer, slug: string, parameter?: string): Promise<void> {
  const { status, body } = answer;
  assert.equal(body['type'], `${longhand.baseUrl}/api/v1/errors/${slug}`, JSON.stringify(body));
  assert.equal(status, slug === 'payload-too-large' ? 413 : 400);
  if (parameter !== undefined) assert.deepEqual(Object.keys(body['parameters'] as object), [parameter]);
  await assertNothingLeft();
}

test('an upload is accepted with its options behind it, and shown under the name of its file', async () => {
  const naming = `; filename="../Gr__e.wav"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.wav`;
  const { status, body } = await submit([media(naming), options('{"metadata": "Ω"}'), end]);
  const { name, metadata, duration_seconds: seconds } = body;
  assert.deepEqual(
    { status, name, metadata, seconds },
    { status: 200, name: 'Größe.wav', metadata: 'Ω', seconds: 1 },
  );
});

const refused: Array<[string, string, () => Buffer[]]> = [
  ['an empty body', 'media', () => []],
  ['two media parts', 'media', () => [media(), media(), end]],
  ['faulty options behind the media', 'options.metadata', () => [media(), options('{"metadata": 5}'), end]],
  ['a body cut in the media', 'media', () => [media().subarray(0, 20_000)]],
  [
    '10,000 parts behind the media',
    'media',
    () => [media(), ...Array.from({ length: 10_000 }, () => part('form-data; name="p"', '')), end],
  ],
  [
    'an enormous header block',
    'media',
    () => [part(`form-data; name="p"\r\nX-Long: ${'x'.repeat(2 * MiB)}`, 'x'), media(), end],
  ],
];

for (const [what, parameter, parts] of refused) {
  test(`${what}: the request is refused, its sender reads why, and nothing is left behind`, async () => {
    await assertRefused(await submit(parts()), 'invalid-parameters', parameter);
  });
}

test('an upload without a file name, or of a type that is not accepted, is refused by name', async () => {
  await assertRefused(await submit([media('; filename=""'), end]), 'media-missing-filename');
  const answer = await submit([media(undefined, silence(), 'text/html; charset=utf-8'), end]);
  await assertRefused(answer, 'unsupported-media-content-type');
  assert.equal(answer.body['current_value'], 'text/html');
});

test('an upload that the balance does not pay is refused and leaves no file', async () => {
  const poor = await longhand.createAccount(24);
  const { status, body } = await submit([media(), end], { Authorization: `Bearer ${poor.apiKey}` });
  const { detail, current_balance: balance } = body;
  assert.deepEqual(
    { status, detail, balance },
    { status: 403, detail: 'You have only $0.24 remaining', balance: 0.24 },
  );
  await assertNothingLeft();
});

test('an upload that says that it is too large is refused before any of it is sent', async () => {
  const socket = open({ 'Content-Length': 10 * 1024 * MiB });
  await assertRefused(await answerOn(socket), 'payload-too-large');
  socket.destroy();
});

test('a sender that reads the answer only after the whole upload gets it', async () => {
  for (let i = 0; i < 20; i++) {
    const content = Buffer.alloc((i + 1) * MiB);
    await assertRefused(
      await submit([media('; filename="x.html"', content, 'text/html'), end]),
      'unsupported-media-content-type',
    );
  }
});

/** Sends zeros, less than `most`, until a response arrives. Returns the response and the number of bytes sent. */
async function sendUntilAnswered(
  socket: Socket,
  chunk: Buffer,
  most = 1024 * MiB,
): Promise<{ answer: Answer; sent: number }> {
  let sent = 0;
  const sender = new AbortController();
  const answered = answerOn(socket).finally(() => sender.abort());
  const closed = once(socket, 'close').catch(() => {});
  while (!sender.signal.aborted && !socket.destroyed && sent + chunk.length < most) {
    sent += chunk.length;
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => {}), closed, answered]);
  }
  return { answer: await answered, sent };
}

const toChunk = (content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n')]);

test('an upload of unsaid length is refused as soon as it is too large', async () => {
  const socket = open({ 'Transfer-Encoding': 'chunked', Connection: 'keep-alive' });
  socket.write(toChunk(media(undefined, Buffer.alloc(0)).subarray(0, -2)));
  const { answer, sent } = await sendUntilAnswered(socket, toChunk(Buffer.alloc(64 * 1024)));
  socket.destroy();
  await assertRefused(answer, 'payload-too-large');
  assert.ok(sent < 512 * MiB, `${sent} bytes were sent`);
});

test('a faulty upload is refused while it is being sent, and its sender reads why', async () => {
  for (const beginning of [media('; filename="x.html"', Buffer.alloc(0), 'text/html'), Buffer.from('x')]) {
    const length = 63 * MiB;
    const socket = open({ 'Content-Length': length, Connection: 'keep-alive' });
    socket.write(beginning);
    // Never the whole body: after it, nothing more is sent, and further bytes would be another request.
    const { answer } = await sendUntilAnswered(socket, Buffer.alloc(64 * 1024), length - beginning.length);
    socket.destroy();
    assert.equal(answer.status, 400);
    await assertNothingLeft();
  }
});

test('a client that disconnects in mid-upload leaves nothing behind', async () => {
  for (const leave of ['destroy', 'resetAndDestroy', 'end'] as const) {
    const socket = open({ 'Content-Length': 60 * MiB });
    socket.on('error', () => {});
    socket.write(media(undefined, Buffer.alloc(5 * MiB)));
    await waitFor('a beginning of the file', async () =>
      (await storedFiles()).some((file) => file.endsWith('.part')) ? true : undefined,
    );
    socket[leave]();
    await assertNothingLeft();
    socket.destroy();
  }
});

/** The process's current memory, `VmRSS`, or its peak, `VmHWM`. */
async function heldBytes(pid: number, line: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${line}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
}

test('eight uploads of 60 MiB at once, and parts of 60 MiB that nobody wants, take no more memory', async () => {
  const server = await longhand.findPid('app/server.js');
  const before = await heldBytes(server, 'VmRSS');
  // Resets the peak.
  await writeFile(`/proc/${server}/clear_refs`, '5');
  const large = Buffer.alloc(60 * MiB);
  const wrong = options('{"metadata": 5}');
  const answers = await Promise.all([
    ...Array.from({ length: 7 }, () => submit([media(undefined, large), wrong, end])),
    submit([media(undefined, Buffer.alloc(10)), part('form-data; name="p"', large), wrong, end]),
  ]);
  assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([400]));
  await assertNothingLeft();
  const grown = ((await heldBytes(server, 'VmHWM')) - before) / MiB;
  assert.ok(grown < 160, `the server grew by ${Math.round(grown)} MiB`);
});

test('no request met a defect', () => {
  assert.doesNotMatch(longhand.output(), /met a defect|unhandled|uncaught/i);
});
