import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { makeRecognized, recognizedTurns, renew } from '#e2e/support/transcript/recognized';
import { randomCases } from '#e2e/support/random-cases';
import { alter, steps, toWords } from '#e2e/support/transcript/random-changes';
import type { Recognized } from '#lib/revisions/recognitions/recognized';
import { splicePassage } from '#lib/revisions/recognitions/splice-passage';
import { toElements } from '#lib/transcript/align/align';
import { machineEdit, type Edit } from '#lib/transcript/edit';

const getTurns = ({ words, monologues }: Recognized): string[] =>
  monologues.map(
    ({ speaker, from, to }) =>
      `${speaker}: ${words
        .slice(from, to)
        .map(({ text }) => text)
        .join(' ')}`,
  );

/** A passage's recognition, whose words start at `startMs`, like the first of those that they replace. */
function hear(startMs: number, ...turns: Parameters<typeof makeRecognized>[0]): Recognized {
  const heard = makeRecognized(turns);
  const spoken = new Set(turns.map(({ speaker }) => speaker));
  return {
    ...heard,
    speakers: heard.speakers.filter(({ id }) => spoken.has(id)),
    words: heard.words.map((word) => ({
      ...word,
      startMs: word.startMs + startMs,
      endMs: word.endMs + startMs,
    })),
  };
}

const earlier = makeRecognized([
  { speaker: 0, text: 'a0 a1 a2 a3' },
  { speaker: 1, text: 'b4 b5 b6 b7' },
  { speaker: 0, text: 'c8 c9' },
]);

test('a paragraph that the passage cuts continues with the words of its speaker', () => {
  const passage = { startMs: 600, endMs: 900 };
  const heard = hear(600, { speaker: 0, text: 'x y' });
  assert.deepEqual(getTurns(splicePassage(earlier, heard, passage)), [
    '0: a0 a1 x y a3',
    '1: b4 b5 b6 b7',
    '0: c8 c9',
  ]);
});

test('one voice has the speakers of the words that it replaces, so that paragraphs begin where they did', () => {
  const passage = { startMs: 900, endMs: 1800 };
  const heard = hear(900, { speaker: 0, text: 'x y z' });
  assert.deepEqual(getTurns(splicePassage(earlier, heard, passage)), [
    '0: a0 a1 a2 x',
    '1: y z b6 b7',
    '0: c8 c9',
  ]);
});

test('several voices are the speakers of that time, or new ones, and paragraphs are divided for them', () => {
  const passage = { startMs: 1500, endMs: 2100 };
  const heard = hear(1500, { speaker: 1, text: 'x' }, { speaker: 0, text: 'y' });
  const two = { ...earlier, speakers: earlier.speakers.slice(0, 2) };
  const spliced = splicePassage(two, heard, passage);
  assert.deepEqual(getTurns(spliced), ['0: a0 a1 a2 a3', '1: b4 x', '2: y', '1: b7', '0: c8 c9']);
  assert.deepEqual(spliced.speakers.at(-1), { id: 2, name: 'Speaker 3' });
});

test('a passage without words is taken out, and words between others are put in', () => {
  const passage = { startMs: 300, endMs: 900 };
  const nothing = splicePassage(earlier, { words: [], speakers: [], monologues: [] }, passage);
  assert.deepEqual(getTurns(nothing), ['0: a0 a3', '1: b4 b5 b6 b7', '0: c8 c9']);
  assert.deepEqual(nothing.monologues[0], { id: 0, speaker: 0, from: 0, to: 2 });
  const again = splicePassage(nothing, hear(300, { speaker: 0, text: 'a1 a2' }), passage);
  assert.deepEqual(again, earlier);
  const wordless = makeRecognized([]);
  const spoken = splicePassage(wordless, hear(300, { speaker: 0, text: 'x' }), passage);
  assert.deepEqual(getTurns(spoken), ['0: x']);
});

/** A passage of whole words, and its recognition. */
const passages = fc.record({ first: fc.nat(20), length: fc.nat(6), heard: recognizedTurns });

function cut(
  before: Recognized,
  { first, length, heard }: { first: number; length: number; heard: Recognized },
) {
  const startMs = first * 300;
  const endMs = startMs + (length + 1) * 300;
  const own = heard.words.filter((word) => word.endMs <= endMs - startMs);
  const words = own.map((word) => ({
    ...word,
    startMs: word.startMs + startMs,
    endMs: word.endMs + startMs,
  }));
  const monologues = heard.monologues
    .map((monologue) => ({ ...monologue, to: Math.min(monologue.to, words.length) }))
    .filter(({ from, to }) => from < to);
  const spoken = new Set(monologues.map(({ speaker }) => speaker));
  const speakers = heard.speakers.filter(({ id }) => spoken.has(id));
  const inside = before.words.map((word) => word.startMs >= startMs && word.startMs < endMs);
  return { passage: { startMs, endMs }, run: { words, speakers, monologues }, inside };
}

test('words outside the passage stay as they are, and every word has one paragraph', () => {
  fc.assert(
    fc.property(recognizedTurns, passages, (before, wanted) => {
      const { passage, run, inside } = cut(before, wanted);
      const spliced = splicePassage(before, run, passage);
      const outside = before.words.filter((_, i) => inside[i] !== true);
      const [front, back] = [inside.indexOf(true), outside.length];
      const at = front < 0 ? outside.filter(({ startMs }) => startMs < passage.startMs).length : front;
      assert.deepEqual(spliced.words, [...outside.slice(0, at), ...run.words, ...outside.slice(at, back)]);
      let reached = 0;
      for (const { from, to } of spliced.monologues.filter((part) => part.from < part.to)) {
        assert.equal(from, reached);
        reached = to;
      }
      assert.equal(reached, spliced.words.length);
      const speakers = new Set(spliced.speakers.map(({ id }) => id));
      for (const { speaker } of spliced.monologues) assert.ok(speakers.has(speaker));
    }),
    { numRuns: randomCases(1000) },
  );
});

test('in the transcript, what stands outside the passage keeps its text and its times, and no word of a person is lost', () => {
  fc.assert(
    fc.property(recognizedTurns, steps(6), passages, (before, taken, wanted) => {
      const { passage, run } = cut(before, wanted);
      const latest: Edit = { ...alter(machineEdit(before), taken, 'A'), revision: 1 };
      const renewed = renew(before, latest, run, passage);
      if (renewed === undefined) return;
      const heard = new Set(before.words.map(({ text }) => text));
      const now = new Set(toWords(renewed.edit));
      for (const word of toWords(latest)) assert.ok(heard.has(word) || now.has(word), `lost: ${word}`);
    }),
    { numRuns: randomCases(1000) },
  );
});

test('of words that are all different, those outside the passage have the same times in the transcript', () => {
  const distinct = fc
    .array(fc.record({ speaker: fc.nat(2), words: fc.integer({ min: 1, max: 8 }) }), {
      minLength: 1,
      maxLength: 6,
    })
    .map((turns) => {
      let count = 0;
      return makeRecognized(
        turns.map(({ speaker, words }) => ({
          speaker,
          text: Array.from({ length: words }, () => `w${count++}`).join(' '),
        })),
      );
    });
  fc.assert(
    fc.property(distinct, passages, (before, wanted) => {
      const { passage, run, inside } = cut(before, wanted);
      const heard = { ...run, words: run.words.map((word, i) => ({ ...word, text: `new${i}` })) };
      const latest: Edit = { ...machineEdit(before), revision: 1 };
      const renewed = renew(before, latest, heard, passage);
      const { edit, words } = renewed ?? { edit: latest, words: before.words };
      const times = new Map(
        edit.monologues
          .flatMap((monologue) => toElements(monologue, words))
          .flatMap((element) => (element.type === 'text' ? [[element.text, element] as const] : [])),
      );
      for (const [i, { text, startMs, endMs }] of before.words.entries()) {
        if (inside[i] === true) continue;
        assert.deepEqual([times.get(text)?.startMs, times.get(text)?.endMs], [startMs, endMs], text);
      }
    }),
    { numRuns: randomCases(500) },
  );
});

test('the same passage again changes nothing', () => {
  fc.assert(
    fc.property(recognizedTurns, passages, (before, wanted) => {
      const { passage, run } = cut(before, wanted);
      const once = splicePassage(before, run, passage);
      assert.deepEqual(splicePassage(once, run, passage), once);
    }),
    { numRuns: randomCases(1000) },
  );
});
