import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { createClient } from './library/client.ts';
import { createLimit } from './limit.ts';
import { createPlanner } from './plan-results.ts';
import { openStore, type Store } from './store.ts';
import { transcribeFile, type Run } from './transcribe-file.ts';

/** A recording, and a run whose server has done every job at once; `downloads` are its first answers to what asks for a transcript. */
function setUp(t: TestContext, { name = 'talk.wav', downloads = [] as Response[] } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'longhand-transcribe-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const recording = path.join(folder, name);
  writeFileSync(recording, 'sound');
  let submissions = 0;
  const client = createClient({
    ...{ baseUrl: 'https://longhand.example', apiKey: 'lh_test_key' },
    async fetch(input, init) {
      const request = new Request(input, init);
      await request.arrayBuffer();
      if (request.method === 'POST') submissions += 1;
      if (request.url.endsWith('/transcript')) return downloads.shift() ?? new Response('words');
      return Response.json({
        id: 'one',
        status: 'transcribed',
        created_on: '2026-11-20T23:23:22.290Z',
        name,
      });
    },
  });
  const store = openStore(path.join(folder, 'state'), 'someone');
  const out = path.join(folder, 'out');
  const newRun = (ownStore: Store = store): Run => ({
    ...{ client, options: {}, store: ownStore, getFolder: () => out },
    planResults: createPlanner({ store: ownStore, formats: ['txt'], overwrite: false }),
    limitUploads: createLimit(2),
    ...{ busy: new Map(), tried: new Set(), onStep: () => {}, signal: new AbortController().signal },
  });
  return { recording, out, store, newRun, submissions: () => submissions };
}

test('a result whose download breaks within is fetched later, from the same job', async (t) => {
  const cut = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from('wo'));
    },
    pull: (controller) => controller.error(new TypeError('terminated')),
  });
  const { recording, out, newRun, submissions } = setUp(t, { downloads: [new Response(cut)] });
  const run = newRun();
  const broken = await transcribeFile(run, recording);
  assert.deepEqual([broken.status, 'isPassing' in broken && broken.isPassing], ['failed', true]);
  assert.equal((await transcribeFile(run, recording)).status, 'transcribed');
  assert.equal(readFileSync(path.join(out, 'talk.txt'), 'utf8'), 'words');
  assert.equal(submissions(), 1);
});

test('a result that can not be written is written later, from the same job', async (t) => {
  const { recording, out, newRun, submissions } = setUp(t);
  const run = newRun();
  // A file is where the folder should be.
  writeFileSync(out, '');
  const failed = await transcribeFile(run, recording);
  assert.deepEqual([failed.status, 'isPassing' in failed && failed.isPassing], ['failed', true]);
  rmSync(out);
  assert.equal((await transcribeFile(run, recording)).status, 'transcribed');
  assert.deepEqual([readdirSync(out), submissions()], [['talk.txt'], 1]);
});

test('what a disk says passes, unless the path itself is wrong', async (t) => {
  const { recording, store, newRun } = setUp(t);
  const isPassing = async (code: string) => {
    const set: Store['set'] = async (kind, key, entry) => {
      if (kind === 'results') throw Object.assign(new Error(code), { code, errno: -1 });
      await store.set(kind, key, entry);
    };
    const outcome = await transcribeFile(newRun({ ...store, set }), recording);
    return 'isPassing' in outcome && outcome.isPassing;
  };
  for (const code of ['ENOSPC', 'EDQUOT', 'EIO', 'EBUSY', 'EMFILE', 'EACCES', 'EROFS', 'ESTALE']) {
    assert.equal(await isPassing(code), true, code);
  }
  for (const code of ['EISDIR', 'ENAMETOOLONG']) assert.equal(await isPassing(code), false, code);
});

test('a recording with the longest name that a disk takes has its result', async (t) => {
  const { recording, out, newRun } = setUp(t, { name: `${'a'.repeat(251)}.wav` });
  assert.equal((await transcribeFile(newRun(), recording)).status, 'transcribed');
  assert.ok(existsSync(path.join(out, `${'a'.repeat(251)}.txt`)));
  assert.equal((await transcribeFile(newRun(), recording)).status, 'unchanged');
});

test('a recording with another text is another submission, and with the same one it is not', async (t) => {
  const { recording, newRun, submissions } = setUp(t);
  const withText = (text: string): Run => ({
    ...newRun(),
    transcript: { content: new Blob([text]), sha256: text },
  });
  for (const [run, sent] of [
    [newRun(), 1],
    [withText('Hello.'), 2],
    [withText('Hello.'), 2],
    [withText('Bye.'), 3],
    [newRun(), 3],
  ] as const) {
    await transcribeFile(run, recording);
    assert.equal(submissions(), sent);
  }
});
