import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { before, test } from 'node:test';
import { listFiles } from '#e2e/support/list-files';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { readSubmission } from '#lib/api/submission/read-submission';
import { readUpload } from '#lib/api/submission/read-upload';
import { parseOptionsOfUpload } from '#lib/api/submission/submission-options';
import { optionRules } from '#lib/api/v1/contract';
import { mediaName } from '#lib/jobs/submit/media-name';
import { Refusal } from '#lib/refusal';
import { diskStorage } from '#lib/storage/disk-storage';
import type { Storage } from '#lib/storage/storage';

/* Bodies as no library would write them. What is refused leaves no file. */

const MiB = 1024 ** 2;
const boundary = '----longhand';
/** What a socket gives at a time. */
const chunkBytes = 64 * 1024;

const folder = await makeTestFolder();
let storage: Storage;

before(async () => {
  storage = diskStorage(folder);
});

function part(disposition: string, content: string | Buffer, mediaType?: string): Buffer {
  const type = mediaType === undefined ? '' : `\r\nContent-Type: ${mediaType}`;
  const head = `--${boundary}\r\nContent-Disposition: ${disposition}${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]);
}

const sound = Buffer.alloc(32_000, 'sound');
const media = (naming = '; filename="talk.wav"', content = sound, mediaType = 'audio/wav'): Buffer =>
  part(`form-data; name="media"${naming}`, content, mediaType);
const options = (json: string, naming = '', mediaType?: string): Buffer =>
  part(`form-data; name="options"${naming}`, json, mediaType);
const transcript = (text: string | Buffer, naming = ''): Buffer =>
  part(`form-data; name="transcript"${naming}`, text);
const end = Buffer.from(`--${boundary}--\r\n`);

function makeRequest(parts: Buffer[], type = `multipart/form-data; boundary=${boundary}`): Request {
  const whole = Buffer.concat(parts);
  const chunks = Array.from({ length: Math.ceil(whole.length / chunkBytes) }, (_, i) =>
    whole.subarray(i * chunkBytes, (i + 1) * chunkBytes),
  );
  return new Request('http://longhand.example/v1/jobs', {
    method: 'POST',
    headers: { 'content-type': type },
    body: Readable.toWeb(Readable.from(chunks)),
    duplex: 'half',
  } as RequestInit);
}

/** Reads a whole upload and removes it again. */
async function read(parts: Buffer[]) {
  const parseOptions = (json: string | undefined) => parseOptionsOfUpload(json, optionRules);
  const upload = await readUpload(makeRequest(parts), storage, { maxBytes: 64 * MiB, parseOptions });
  const content = await storage.withLocalFile(upload.media.key, (file) => readFile(file));
  await storage.remove(upload.media.key);
  return { ...upload, content };
}

async function assertRefused(request: Request, kind: string, parameter?: string): Promise<void> {
  await assert.rejects(readSubmission(request, { storage, accountId: 'ann' }, optionRules), (error) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.equal(error.reason.kind, kind, error.message);
    if (error.reason.kind === 'invalid-parameters') {
      assert.deepEqual(Object.keys(error.reason.parameters), [parameter]);
    }
    return true;
  });
  assert.deepEqual(await listFiles(folder), []);
}

test('options are read before the media or behind it, as a field or as a file, among other parts', async () => {
  const json = '{"metadata": "Ω"}';
  const other = part('form-data; name="other"; filename="x.bin"', Buffer.alloc(200_000), 'audio/wav');
  const orders: Buffer[][] = [
    [options(json), media()],
    [media(), options(json)],
    [other, media(), other, options(json), other],
    [options(json, '; filename="blob"', 'application/json'), media()],
    [media(), options(json, '; filename=options.json', 'application/octet-stream')],
    [options(json, '', 'application/json; charset=utf-8'), media()],
    [Buffer.from('a preamble\r\n'), media(), options(json)],
  ];
  for (const parts of orders) {
    const upload = await read([...parts, end, Buffer.from('an epilogue')]);
    assert.equal(upload.options.metadata, 'Ω');
    assert.deepEqual(upload.content, sound);
    assert.equal(upload.media.bytes, sound.length);
  }
  assert.deepEqual((await read([media(), end])).options, {});
});

const names: Array<[string, string]> = [
  ['; filename="talk.wav"', 'talk.wav'],
  ['; filename=talk.wav', 'talk.wav'],
  ['; FileName="talk.wav"', 'talk.wav'],
  ['; filename="Größe 語 🎤.wav"', 'Größe 語 🎤.wav'],
  [`; filename*=UTF-8''Gr%C3%B6%C3%9Fe.wav`, 'Größe.wav'],
  [`; filename="Gr__e.wav"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.wav`, 'Größe.wav'],
  [`; filename*=utf-8''Gr%C3%B6%C3%9Fe.wav; filename="Gr__e.wav"`, 'Größe.wav'],
  [`; filename="talk.wav"; filename*=UTF-8''%C3`, 'talk.wav'],
  ['; filename="=?UTF-8?Q?Gr=C3=B6=C3=9Fe.wav?="', 'Größe.wav'],
  ['; filename="../../etc/talk.wav"', 'talk.wav'],
  [`; filename*=UTF-8''..%2F..%2Ftalk.wav`, 'talk.wav'],
  ['; filename="C:\\Users\\Ann\\talk.wav"', 'talk.wav'],
  ['; filename="say %22hi%22; twice.wav"', 'say "hi"; twice.wav'],
  ['; filename="say \\"hi\\".wav"', 'say "hi".wav'],
  ['; filename="a\0b\u0007.wav"', 'ab.wav'],
  [`; filename*=UTF-8''a%00b%0D%0A.wav`, 'ab.wav'],
  ['; filename="gpj\u202e.wav"', 'gpj.wav'],
  [`; filename="${'🎤'.repeat(300)}"`, '🎤'.repeat(255)],
  ['; filename="<script>alert(1)</script>.wav"', 'script>.wav'],
];

for (const [naming, name] of names) {
  test(`the file named ${JSON.stringify(naming.slice(2, 60))} is shown as ${name.slice(0, 40)}`, async () => {
    assert.equal(mediaName((await read([media(naming), end])).media), name);
  });
}

test('a file name in another encoding keeps its letters', async () => {
  const inBytes = {
    'Größe.wav': Buffer.from('Größe.wav', 'latin1'),
    '会議.wav': Buffer.from('89ef8b632e776176', 'hex'),
  };
  for (const [name, bytes] of Object.entries(inBytes)) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="media"; filename="`;
    const rest = Buffer.from('"\r\nContent-Type: audio/wav\r\n\r\n');
    const whole = Buffer.concat([Buffer.from(head), bytes, rest, sound, Buffer.from('\r\n')]);
    assert.equal((await read([whole, end])).media.fileName, name);
  }
});

test('options with a byte order mark are read', async () => {
  const utf16 = Buffer.from('\uFEFF{"metadata":"Ω"}', 'utf16le');
  for (const json of ['\uFEFF{"metadata":"Ω"}', utf16]) {
    const marked = part('form-data; name="options"', json, 'application/json');
    assert.equal((await read([media(), marked, end])).options.metadata, 'Ω');
  }
});

for (const naming of [
  '',
  '; filename=""',
  '; filename=',
  '; filename=".."',
  '; filename="///"',
  '; filename="\0 "',
]) {
  test(`a media part with ${JSON.stringify(naming)} has no file name`, async () => {
    await assertRefused(makeRequest([media(naming), end]), 'media-missing-filename');
  });
}

const refused: Array<[string, string | undefined, () => Buffer[]]> = [
  ['two media parts', 'media', () => [media(), media(), end]],
  ['no media part', 'media', () => [options('{}'), end]],
  [
    'a media part by another name',
    'media',
    () => [part('form-data; name="file"; filename="a.wav"', 'x'), end],
  ],
  [
    'a media part that is an attachment',
    'media',
    () => [part('attachment; name="media"; filename="a.wav"', 'x'), end],
  ],
  [
    'options of 768 KiB and more',
    'options',
    () => [options(`{"x":"${'x'.repeat(768 * 1024)}"}`), media(), end],
  ],
  ['options of a megabyte behind the media', 'options', () => [media(), options(' '.repeat(MiB)), end]],
  ['a transcript without media', 'media', () => [transcript('Hello.'), end]],
  ['two transcript parts', 'transcript', () => [transcript('Hello.'), media(), transcript('Hello.'), end]],
  ['an empty transcript', 'transcript', () => [media(), transcript(' \n'), end]],
  ['a transcript without text', 'transcript', () => [media(), transcript('{}', '; filename="a.json"'), end]],
  [
    'a body cut in the transcript',
    'media',
    () => [media(), transcript('x'.repeat(50_000)).subarray(0, -900)],
  ],
  [
    'two megabytes before the media beside a transcript',
    'media',
    () => [transcript('Hello.'), part('form-data; name="p"', Buffer.alloc(2 * MiB)), media(), end],
  ],
  ['two options parts', 'options', () => [options('{}'), media(), options('{}'), end]],
  [
    'options that are no JSON',
    'options',
    () => [options('{', '; filename="blob"', 'application/json'), media(), end],
  ],
  ['empty options', 'options', () => [options(''), media(), end]],
  ['faulty options behind the media', 'options.metadata', () => [media(), options('{"metadata": 5}'), end]],
  ['an empty body', 'media', () => []],
  ['no part at all', 'media', () => [end]],
  ['a body cut in the header of a part', 'media', () => [media().subarray(0, 60)]],
  ['a body cut in the media', 'media', () => [media().subarray(0, 20_000)]],
  ['a body cut in the options', 'media', () => [media(), options('{"metadata":').subarray(0, -4)]],
  ['a body without its last boundary', 'media', () => [options('{}'), media()]],
  ['a body of something else', 'media', () => [Buffer.from('RIFF'.repeat(1000))]],
  [
    'line feeds alone',
    'media',
    () => [Buffer.from(media().toString('latin1').replaceAll('\r', ''), 'latin1'), end],
  ],
  [
    '10,000 parts',
    'media',
    () => [...Array.from({ length: 10_000 }, (_, i) => part(`form-data; name="p${i}"`, 'x')), media(), end],
  ],
  [
    '10,000 parts behind the media',
    'media',
    () => [media(), ...Array.from({ length: 10_000 }, () => part('form-data; name="p"', '')), end],
  ],
  [
    'two megabytes before the media',
    'media',
    () => [part('form-data; name="p"', Buffer.alloc(2 * MiB)), media(), end],
  ],
  [
    'an enormous header block',
    'media',
    () => [part(`form-data; name="p"\r\nX-Long: ${'x'.repeat(2 * MiB)}`, 'x'), media(), end],
  ],
  [
    'an enormous header block of many lines',
    'media',
    () => [part(`form-data; name="p"${'\r\nX: y'.repeat(400_000)}`, 'x'), media(), end],
  ],
];

for (const [what, parameter, parts] of refused) {
  test(`${what}: the request is refused and leaves nothing behind`, async () => {
    await assertRefused(makeRequest(parts()), 'invalid-parameters', parameter);
  });
}

test('a header block of 100 KB before the name of the media makes it a part without a name', async () => {
  const long = Buffer.from(`--${boundary}\r\nX-Long: ${'x'.repeat(100_000)}\r\n`);
  const parts = [long, media().subarray(boundary.length + 4), end];
  await assertRefused(makeRequest(parts), 'invalid-parameters', 'media');
});

test('a content type with a wrong boundary, an empty one or none is refused', async () => {
  const types: Array<[string, string]> = [
    ['multipart/form-data; boundary=other', 'media'],
    ['multipart/form-data; boundary=""', 'Content-Type'],
    ['multipart/form-data', 'Content-Type'],
    ['multipart/form-data; charset=utf-8', 'Content-Type'],
    ['multipart/mixed; boundary=x', 'Content-Type'],
  ];
  for (const [type, parameter] of types) {
    await assertRefused(makeRequest([media(), end], type), 'invalid-parameters', parameter);
  }
});

test('a media type that is not accepted is refused as it was given, compared without regard to case', async () => {
  const { content } = await read([media(undefined, sound, 'Audio/WAV; codecs=1'), end]);
  assert.deepEqual(content, sound);
  const refused = makeRequest([media(undefined, sound, 'text/html; charset=utf-8'), end]);
  await assert.rejects(readSubmission(refused, { storage, accountId: 'ann' }, optionRules), {
    reason: { kind: 'unsupported-media-content-type', currentValue: 'text/html' },
  });
  assert.deepEqual(await listFiles(folder), []);
});

/** Reads a submission and removes its media again. */
async function readDraft(parts: Buffer[], rules = optionRules, headers: Record<string, string> = {}) {
  const request = makeRequest(parts);
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
  const { draft, idempotency } = await readSubmission(request, { storage, accountId: 'ann' }, rules);
  assert.ok('key' in draft.media);
  const content = await storage.withLocalFile(draft.media.key, (file) => readFile(file));
  await storage.remove(draft.media.key);
  assert.deepEqual(await listFiles(folder), [], 'the transcript is not kept as a file');
  return { draft, idempotency, content };
}

test('a transcript is read before the media or behind it, as a field or as a file, of any size up to its limit', async () => {
  const paragraphs = [{ speaker: 'Ann', content: [{ text: 'Hello.' }], startMs: 2000 }];
  const written = 'Ann:    00:02    Hello.\n';
  const long = 'One two three four five six seven.\n\n'.repeat(4000);
  for (const parts of [
    [transcript(written), media()],
    [media(), transcript(written, '; filename="talk.txt"'), options('{"metadata":"x"}')],
  ]) {
    const { draft, content } = await readDraft([...parts, end]);
    assert.deepEqual([draft.task, draft.transcript], ['align', paragraphs]);
    assert.deepEqual(content, sound);
  }
  const large = Buffer.concat([Buffer.from(long), Buffer.alloc(2 * MiB, ' ')]);
  assert.equal((await readDraft([transcript(large), media(), end])).draft.transcript?.length, 4000);
});

test('a revision without transcripts passes over the part, as it did', async () => {
  const { transcript: _, ...rules } = optionRules;
  const { draft } = await readDraft([transcript('Hello.'), media(), transcript('Hello.'), end], rules);
  assert.ok(!('transcript' in draft) && !('task' in draft));
});

test('a transcript above its limit is refused with it, and leaves nothing behind', async () => {
  const rules = { ...optionRules, transcript: { maxBytes: 1000 } };
  const request = makeRequest([media(), transcript('x'.repeat(1001)), end]);
  await assert.rejects(readSubmission(request, { storage, accountId: 'ann' }, rules), {
    reason: { kind: 'payload-too-large', maxBytes: 1000 },
  });
  assert.deepEqual(await listFiles(folder), []);
});

test('with one idempotency key, another transcript is another request', async () => {
  const key = { 'idempotency-key': 'once' };
  const hashes = [];
  for (const parts of [[], [transcript('Hello.')], [transcript('Hello.')], [transcript('Bye.')]]) {
    const { idempotency } = await readDraft([...parts, media(), end], optionRules, key);
    hashes.push(idempotency?.requestSha256);
  }
  assert.equal(new Set(hashes).size, 3);
  assert.equal(hashes[1], hashes[2]);
});
