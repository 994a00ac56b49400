import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { type Engine, EngineFailure, type PieceTranscript } from '#lib/recognition/engine';
import { pocketsphinxDescription } from '#lib/recognition/engines/pocketsphinx/pocketsphinx';
import type { Span } from '#lib/recognition/pieces/piece';
import { spreadWords } from '#lib/recognition/words/spread-words';
import { createPieceRecognizer } from '#lib/recognition/pieces/recognize-piece';

const folder = await makeTestFolder();
let pcmPath = '';
before(async () => {
  pcmPath = path.join(folder, 'audio.pcm');
  // Quietest at 4 s.
  const samples = new Int16Array(16_000 * 30).map(
    (_, i) => (i % 20) * (Math.abs(i - 64_000) < 1600 ? 1 : 900),
  );
  await writeFile(pcmPath, new Uint8Array(samples.buffer));
});

const span = (startMs: number, endMs: number): Span => ({ startMs, endMs });
const piece = { index: 0, channel: 0, ...span(1000, 9000), coversMs: 9000, silent: false };
const speech = [span(200, 950), span(1300, 3000), span(3400, 6000), span(6900, 8700)];
const asked = { language: 'en', vocabulary: ['Zoë'] };
const { signal } = new AbortController();

/**
 * Creates an engine that returns the script's words for a span, named `1000-9000`, or none; and records its requests.
 */
function script(answers: Record<string, string | Error>, maxPieceSeconds = 30) {
  const stretches: string[] = [];
  const vocabularies: unknown[] = [];
  const engine: Engine = {
    description: {
      ...pocketsphinxDescription,
      capabilities: { ...pocketsphinxDescription.capabilities, maxPieceSeconds },
    },
    parallel: 1,
    recognize: async (_path, { startMs, endMs }, { vocabulary }): Promise<PieceTranscript> => {
      stretches.push(`${startMs}-${endMs}`);
      vocabularies.push(vocabulary);
      const answer = answers[`${startMs}-${endMs}`] ?? '';
      if (answer instanceof Error) throw answer;
      return { words: spreadWords(answer, { startMs, endMs }), language: 'en' };
    },
    close: async () => {},
  };
  return { engine, stretches, vocabularies };
}

type Script = ReturnType<typeof script>;

async function recognize(
  { engine }: Script,
  { other, known = speech }: { other?: Script; known?: Span[] } = {},
) {
  const recognizePiece = createPieceRecognizer(engine, {
    getSpeech: () => known,
    openOther: async () => other && { engine: other.engine, asked: { language: 'en', vocabulary: [] } },
  });
  const { words } = await recognizePiece(piece, { pcmPath, asked, signal });
  return words.map(({ text }) => text).join(' ');
}

test('a piece with words is recognized once', async () => {
  const own = script({ '1000-9000': 'all' });
  assert.equal(await recognize(own), 'all');
  assert.deepEqual(own.stretches, ['1000-9000']);
});

test('one that is empty is tried with the silence before it first', async () => {
  const own = script({ '600-9000': 'all' });
  const recognizePiece = createPieceRecognizer(own.engine, {
    getSpeech: () => [span(0, 600), ...speech.slice(1)],
    openOther: async () => undefined,
  });
  const { words } = await recognizePiece(piece, { pcmPath, asked, signal });
  assert.deepEqual(words, [{ text: 'all', ...span(1000, 9000) }]);
  assert.deepEqual(own.stretches, ['1000-9000', '600-9000']);
});

test('one that is empty is cut at its longest pause, and both parts are tried', async () => {
  const own = script({ '1000-6450': 'first', '6450-9000': 'second' });
  assert.equal(await recognize(own), 'first second');
  assert.deepEqual(own.stretches, ['1000-9000', '1000-6450', '6450-9000']);
});

test('speech without a pause is cut where it is quietest', async () => {
  const own = script({ '1000-4000': 'first', '4000-9000': 'second' });
  assert.equal(await recognize(own, { known: [span(200, 950), span(1300, 8700)] }), 'first second');
});

test('a part that stays empty is tried from half a second later, then by another model, for itself', async () => {
  const own = script({ '1000-6450': 'first' });
  const other = script({ '6450-9000': 'bye' });
  assert.equal(await recognize(own, { other }), 'first bye');
  assert.deepEqual(own.stretches, ['1000-9000', '1000-6450', '6450-9000', '6950-9000']);
  assert.deepEqual(other.stretches, ['6450-9000']);
  assert.deepEqual(other.vocabularies, [[]]);
  const later = script({ '1500-6450': 'late', '6450-9000': 'second' });
  assert.equal(await recognize(later, { other: script({}) }), 'late second');
});

test('what is empty from end to end is given to another model as a whole, and stays empty if that hears nothing', async () => {
  const other = script({ '1000-9000': 'whole' });
  assert.equal(await recognize(script({}), { other }), 'whole');
  const deaf = script({});
  assert.equal(await recognize(deaf, { other: script({}) }), '');
  assert.equal(await recognize(deaf), '');
  const short = script({ '1000-9000': 'whole' }, 5);
  assert.equal(await recognize(script({}), { other: short }), '');
  assert.deepEqual(short.stretches, []);
});

test('a piece with a loop is tried again in two parts, then by another model, which count if they have words and no loop', async () => {
  const loop = `so ${'explained that Steve '.repeat(16)}`.trim();
  const good = { '1000-6450': 'the architect explained', '6450-9000': 'that steel' };
  assert.equal(await recognize(script({ '1000-9000': loop, ...good })), 'the architect explained that steel');
  for (const bad of ['', loop]) {
    const own = script({ '1000-9000': loop, ...good, '6450-9000': bad });
    assert.equal(await recognize(own), loop);
    const heard = 'the architect explained that steel';
    assert.equal(await recognize(own, { other: script({ '1000-9000': heard }) }), heard);
    for (const none of ['', loop]) {
      assert.equal(await recognize(own, { other: script({ '1000-9000': none }) }), loop);
    }
  }
  const slow = `so ${'explained that Steve '.repeat(5)}`.trim();
  assert.equal(await recognize(script({ '1000-9000': slow, ...good })), 'the architect explained that steel');
  const refrain = 'and all you need is love, all you need is love, all you need is love';
  const halves = { '1000-6450': 'and all you need is love,', '6450-9000': 'all you need is love' };
  assert.equal(await recognize(script({ '1000-9000': refrain, ...halves })), Object.values(halves).join(' '));
  const own = script({ '1000-9000': refrain, ...halves, '6450-9000': '' });
  assert.equal(await recognize(own), refrain);
  const twice = script({ '1000-9000': 'all you need is love, all you need is love' });
  await recognize(twice);
  assert.deepEqual(twice.stretches, ['1000-9000']);
});

test('a piece with hardly any speech, or of which that is not known, may be empty', async () => {
  for (const known of [[], [span(2000, 2400)], [span(9000, 20_000)]]) {
    const own = script({});
    assert.equal(await recognize(own, { known }), '');
    assert.equal(own.stretches.length, 1);
  }
  const own = script({});
  const withoutRetry = createPieceRecognizer(own.engine);
  assert.deepEqual((await withoutRetry(piece, { pcmPath, asked, signal })).words, []);
  assert.equal(own.stretches.length, 1);
});

test('an attempt that fails later counts as empty, the first one does not', async () => {
  const failing = new EngineFailure('the process died twice');
  const own = script({ '1000-6450': failing, '1500-6450': 'late', '6450-9000': 'second' });
  assert.equal(await recognize(own), 'late second');
  const other = script({ '1000-9000': failing });
  assert.equal(await recognize(script({}), { other }), '');
  await assert.rejects(recognize(script({ '1000-9000': failing })), /died twice/);
  await assert.rejects(recognize(script({ '1000-6450': new Error('a defect') })), /a defect/);
});

test('noise that passes for speech costs at most three times its length, and a minute', async () => {
  const own = script({});
  const other = script({});
  const recognizePiece = createPieceRecognizer(own.engine, {
    getSpeech: () => [span(0, 3_600_000)],
    openOther: async () => ({ engine: other.engine, asked }),
  });
  for (let at = 0; at < 100; at += 1) {
    const noise = { ...piece, index: at, startMs: at * 28_000, endMs: (at + 1) * 28_000 };
    await recognizePiece(noise, { pcmPath, asked, signal });
  }
  const lengths = [...own.stretches, ...other.stretches].map((stretch) => {
    const [from = 0, to = 0] = stretch.split('-').map(Number);
    return to - from;
  });
  const total = lengths.reduce((sum, length) => sum + length, 0);
  assert.ok(total <= 3 * 100 * 28_000 + 60_000);
  assert.ok(total > 2 * 100 * 28_000);
});

test('aborting ends the attempts with the reason given', async () => {
  const abort = new AbortController();
  const own = script({});
  const stopping: Engine = {
    ...own.engine,
    recognize: async (...args) => {
      if (own.stretches.length === 2) abort.abort(new EngineFailure('canceled'));
      abort.signal.throwIfAborted();
      return own.engine.recognize(...args);
    },
  };
  const recognizePiece = createPieceRecognizer(stopping, {
    getSpeech: () => speech,
    openOther: async () => undefined,
  });
  await assert.rejects(recognizePiece(piece, { pcmPath, asked, signal: abort.signal }), /canceled/);
  assert.equal(own.stretches.length, 2);
});
