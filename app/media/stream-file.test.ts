import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { streamFile } from '#app/media/stream-file';

/* The check if bytes may still be sent, on a mocked clock. */

const half = 500;

/** A file of pieces 0, 1, 2, …, which records reads and its closing. */
function makeFile(pieces: number) {
  const file = { read: 0, isClosed: false };
  async function* read(): AsyncGenerator<Uint8Array, void> {
    try {
      while (file.read < pieces) yield Uint8Array.of(file.read++);
    } finally {
      file.isClosed = true;
    }
  }
  return { file, bytes: read() };
}

/** A stream of a file of these pieces, its reader, and the pending checks, each as a function that answers it. */
function open(t: TestContext, pieces = 1000) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const questions: Array<{ answer: (isAllowed: boolean) => void; fail: (error: Error) => void }> = [];
  const { file, bytes } = makeFile(pieces);
  const stream = streamFile(bytes, () => new Promise((answer, fail) => questions.push({ answer, fail })));
  return { file, questions, reader: stream.getReader(), pass: (ms: number) => t.mock.timers.tick(ms) };
}

/** Resolves after all pending callbacks that need no timer. */
const settled = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

test('each half second it is asked once whether the bytes may still flow, and they do while the answer is yes', async (t) => {
  const { file, questions, reader, pass } = open(t);
  await reader.read();
  pass(half - 1);
  assert.equal(questions.length, 0);
  for (let asked = 1; asked <= 5; asked++) {
    pass(asked === 1 ? 1 : half);
    assert.equal(questions.length, asked);
    questions.at(-1)?.answer(true);
    assert.deepEqual((await reader.read()).value, Uint8Array.of(asked));
  }
  assert.equal(file.isClosed, false);
});

test('at the first no the stream breaks off and the file is closed, also where the client reads no more', async (t) => {
  const { file, questions, reader, pass } = open(t);
  await reader.read();
  pass(half);
  questions[0]?.answer(false);
  await assert.rejects(reader.closed, /no longer allowed/);
  assert.deepEqual(file, { read: 1, isClosed: true });
  pass(10 * half);
  assert.equal(questions.length, 1, 'what has ended is not asked about');
  await assert.rejects(reader.read());
});

test('while the answer is open nothing is read, and access is not checked again', async (t) => {
  const { file, questions, reader, pass } = open(t);
  await reader.read();
  pass(half);
  const next = reader.read();
  pass(3 * half);
  await settled();
  assert.equal(questions.length, 1);
  assert.equal(file.read, 1);
  questions[0]?.answer(false);
  await assert.rejects(next, /no longer allowed/);
  assert.deepEqual(file, { read: 1, isClosed: true });
});

test('where it can’t be asked, the stream breaks off too', async (t) => {
  const { file, questions, reader, pass } = open(t);
  await reader.read();
  pass(half);
  questions[0]?.fail(new Error('the database is away'));
  await assert.rejects(reader.closed, /the database is away/);
  assert.equal(file.isClosed, true);
});

test('a client that disconnects, or has everything, ends the questions and closes the file', async (t) => {
  const left = open(t);
  await left.reader.read();
  await left.reader.cancel();
  assert.deepEqual(left.file, { read: 1, isClosed: true });
  left.pass(3 * half);
  assert.equal(left.questions.length, 0);
  t.mock.timers.reset();
  const whole = open(t, 2);
  for (const end of [false, false, true]) assert.equal((await whole.reader.read()).done, end);
  assert.equal(whole.file.isClosed, true);
  whole.pass(3 * half);
  assert.equal(whole.questions.length, 0);
});
