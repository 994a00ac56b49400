import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { randomCases } from '#e2e/support/random-cases';
import { getTurns, makeRecognized, recognizedTurns, renew } from '#e2e/support/transcript/recognized';
import { alter, steps, toWords } from '#e2e/support/transcript/random-changes';
import { machineEdit, type Edit } from '#lib/transcript/edit';
import { timeTokens } from '#lib/transcript/align/align';
import { findRemaining } from '#lib/transcript/review/find-remaining';
import { toWordItems } from '#lib/transcript/review/find-review-items';
import { inCurrentWords } from '#lib/transcript/review/in-current-words';
import type { Recognized } from '#lib/revisions/recognitions/recognized';

/** The monologues without IDs and order keys, with ranges relative to `first`. */
const getShapes = ({ monologues }: Omit<Edit, 'revision'>, first: number) =>
  monologues.map(({ speaker, from, to, content }) => ({
    speaker,
    from: from - first,
    to: to - first,
    content,
  }));

test('a text without edits becomes exactly that of the new recognition, with its ranges', () => {
  fc.assert(
    fc.property(recognizedTurns, recognizedTurns, (before, after) => {
      const renewed = renew(before, machineEdit(before), after)?.edit;
      if (renewed === undefined) return assert.deepEqual(before, after);
      const wanted = machineEdit(after);
      const renumbered = new Map(
        wanted.monologues.map(({ speaker }, i) => [speaker, renewed.monologues[i]?.speaker]),
      );
      assert.deepEqual(
        getShapes(renewed, before.words.length),
        getShapes(wanted, 0).map((shape) => ({ ...shape, speaker: renumbered.get(shape.speaker) })),
      );
      assert.equal(new Set(renewed.monologues.map(({ id }) => id)).size, renewed.monologues.length);
    }),
    { numRuns: randomCases(1000) },
  );
});

test('no word that a person wrote is lost, and every range is of words that there are', () => {
  fc.assert(
    fc.property(recognizedTurns, steps(6), recognizedTurns, (before, taken, after) => {
      const latest = { ...alter(machineEdit(before), taken, 'A'), revision: 1 };
      const renewed = renew(before, latest, after)?.edit ?? latest;
      const now = new Set(toWords(renewed));
      const heard = new Set(before.words.map(({ text }) => text));
      for (const word of toWords(latest)) assert.ok(heard.has(word) || now.has(word), `lost: ${word}`);
      const speakers = new Set(renewed.speakers.map(({ id }) => id));
      for (const { speaker, from, to } of renewed.monologues) {
        assert.ok(speakers.has(speaker));
        const isOld = to <= before.words.length;
        const isNew = from >= before.words.length && to <= before.words.length + after.words.length;
        assert.ok(from <= to && (isOld || isNew), `${from}..${to}`);
      }
    }),
    { numRuns: randomCases(1000) },
  );
});

test('corrections, names and added paragraphs stay in better words around them', () => {
  const before = makeRecognized([
    { speaker: 0, text: 'and mister john dash would had then leisure' },
    { speaker: 1, text: 'how much there might be prudent lee in his power' },
  ]);
  const after = makeRecognized([
    { speaker: 1, text: 'And Mr. John Dashwood had then leisure.' },
    { speaker: 0, text: 'How much there might be prudently in his power?' },
  ]);
  const machine = machineEdit(before);
  const [first, second] = machine.monologues;
  assert.ok(first && second);
  const latest: Edit = {
    revision: 1,
    speakers: [
      { id: 0, name: 'Ann' },
      { id: 1, name: 'Ben', colour: 3 },
      { id: 2, name: 'Speaker 3' },
    ],
    monologues: [
      { ...first, content: [{ text: 'and Mister John Dashwood, had then pleasure' }] },
      second,
      {
        id: 'own',
        place: 'z',
        speaker: 1,
        from: 15,
        to: 15,
        content: [{ text: 'Nothing of this was heard.' }],
      },
    ],
  };
  const renewed = renew(before, latest, after)?.edit;
  assert.ok(renewed);
  assert.deepEqual(getTurns(renewed), [
    'Ann: And Mister John Dashwood, had then pleasure',
    'Ben: How much there might be prudently in his power?',
    'Ben: Nothing of this was heard.',
  ]);
  assert.deepEqual(renewed.speakers, latest.speakers);
  const own = renewed.monologues.at(-1);
  assert.deepEqual([own?.from, own?.to], [15, 15]);
});

/** The latest edit, with these texts in its monologues. */
const correct = (before: Recognized, ...texts: string[]): Edit => {
  const { monologues, ...edit } = machineEdit(before);
  return {
    ...edit,
    revision: 1,
    monologues: monologues.map((monologue, i) => ({ ...monologue, content: [{ text: texts[i] ?? '' }] })),
  };
};

/** The conflicts, each as people's text and the recognized one. */
function findConflicts(before: Recognized, latest: Edit, after: Recognized): string[][] {
  const heard = [...before.words, ...after.words].map(({ text }) => text);
  const { conflicts = [] } = renew(before, latest, after) ?? {};
  return conflicts.map(({ from, to, text }) => [text, heard.slice(from, to).join(' ')]);
}

test('a conflict is where a person and the new recognition changed the same words otherwise', () => {
  const before = makeRecognized([
    { speaker: 0, text: 'and mister john dash would had then uh leisure' },
    { speaker: 1, text: 'how much there might bee in is power' },
  ]);
  const after = makeRecognized([
    { speaker: 0, text: 'And Mr. John Ashwood had then uh leisure.' },
    { speaker: 1, text: 'How match there might bee in it is power?' },
  ]);
  const latest = correct(
    before,
    'And Mr. John Dashwood, had then pleasure',
    'how much there might be in his power',
  );
  assert.deepEqual(findConflicts(before, latest, after), [
    ['Dashwood,', 'Ashwood'],
    ['his', 'it is'],
  ]);
  const deleted = correct(before, 'and mister john had then leisure', 'there might bee in is power');
  assert.deepEqual(findConflicts(before, deleted, after), [
    ['', 'Ashwood'],
    ['', 'How match'],
  ]);
});

test('nobody is asked about a text without edits, or about edits of words that are heard as before', () => {
  fc.assert(
    fc.property(recognizedTurns, steps(6), recognizedTurns, (before, taken, after) => {
      assert.deepEqual(renew(before, machineEdit(before), after)?.conflicts ?? [], []);
      const latest = { ...alter(machineEdit(before), taken, 'A'), revision: 1 };
      const later = { ...before, words: before.words.map((word) => ({ ...word, endMs: word.endMs + 1 })) };
      assert.deepEqual(renew(before, latest, later)?.conflicts ?? [], []);
    }),
    { numRuns: randomCases(500) },
  );
});

test('every conflict is left to review in the merged text until its words are accepted', () => {
  fc.assert(
    fc.property(recognizedTurns, steps(6), recognizedTurns, (before, taken, after) => {
      const latest = { ...alter(machineEdit(before), taken, 'A'), revision: 1 };
      const renewed = renew(before, latest, after);
      if (renewed === undefined || renewed.conflicts.length === 0) return;
      const { edit, words, conflicts } = renewed;
      const items = inCurrentWords(words, edit.monologues, (_, numbers) =>
        toWordItems({ conflict: conflicts, sound: [] }, numbers),
      );
      const timed = edit.monologues.map((monologue) => ({
        ...{ ...monologue, tokens: timeTokens(monologue, words) },
        ...{ tags: [], endsWithTag: false },
      }));
      const count = (accepted: number[]) =>
        findRemaining(timed, items, {
          words,
          accepted: { words: new Set(accepted), pauses: new Set() },
        }).length;
      assert.equal(count([]), conflicts.length);
      assert.equal(count(Array.from(words, (_, i) => i)), 0);
    }),
    { numRuns: randomCases(1000) },
  );
});

test('the same recognition again changes nothing', () => {
  const before = makeRecognized([{ speaker: 0, text: 'one two three' }]);
  assert.equal(renew(before, machineEdit(before), structuredClone(before)), undefined);
});
