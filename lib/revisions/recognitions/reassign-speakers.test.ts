import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  getTurns,
  makeRecognized,
  recognizedTurns,
  toInput,
  toRenewed,
  type Renewed,
} from '#e2e/support/transcript/recognized';
import { randomCases } from '#e2e/support/random-cases';
import { alter, put, steps, toWords } from '#e2e/support/transcript/random-changes';
import { reassignSpeakers } from '#lib/revisions/recognitions/reassign-speakers';
import { getWordSpeakers, type Recognized } from '#lib/revisions/recognitions/recognized';
import { machineEdit, type Edit } from '#lib/transcript/edit';

/** Assigns a recognition's words to these voices, one for each word; the last voice speaks the rest. */
function tellApart({ words }: Recognized, voices: readonly number[]): Recognized {
  const heard = words.map((_, i) => voices[i] ?? voices.at(-1) ?? 0);
  const spoken = [...new Set(heard)].toSorted((a, b) => a - b);
  return {
    words,
    speakers: spoken.map((id) => ({ id, name: `Speaker ${id + 1}` })),
    monologues: heard.map((speaker, at) => ({ id: at, speaker, from: at, to: at + 1 })),
  };
}

function reassign(before: Recognized, latest: Edit, heard: Recognized): Renewed | undefined {
  return toRenewed(before.words, latest, reassignSpeakers(toInput(before, latest, heard)));
}

/** Reassigns the speakers of a transcript that were reassigned once before. */
function reassignAgain({ edit, recognized }: Renewed, heard: Recognized): Renewed | undefined {
  const first = recognized.words.length;
  const shift = (by: number) =>
    edit.monologues.map((monologue) => ({ ...monologue, from: monologue.from + by, to: monologue.to + by }));
  return reassign(recognized, { ...edit, revision: 2, monologues: shift(-first) }, heard);
}

const before = makeRecognized([
  { speaker: 0, text: 'well I think so and I do not' },
  { speaker: 0, text: 'yes indeed' },
]);
const voices = [0, 0, 0, 0, 1, 1, 1, 1, 1, 1];

test('a recognition without edits has the speakers of the voices, and paragraphs where they change', () => {
  const renewed = reassign(before, machineEdit(before), tellApart(before, voices));
  assert.ok(renewed);
  assert.deepEqual(getTurns(renewed.edit), [
    'Speaker 2: well I think so',
    'Speaker 1: and I do not',
    'Speaker 1: yes indeed',
  ]);
  assert.deepEqual(renewed.recognized.words, before.words);
  assert.deepEqual(
    renewed.edit.monologues.map(({ id, from, to }) => [id.length > 3 ? 'new' : id, from, to]),
    [
      ['m0', 10, 14],
      ['new', 14, 18],
      ['m1', 18, 20],
    ],
  );
});

test('one voice that was taken for two is one speaker in one paragraph again', () => {
  const two = makeRecognized([
    { speaker: 0, text: 'well I' },
    { speaker: 1, text: 'think so' },
    { speaker: 0, text: 'and yes' },
  ]);
  const renewed = reassign(two, machineEdit(two), tellApart(two, [0]));
  assert.ok(renewed);
  assert.deepEqual(getTurns(renewed.edit), ['Speaker 1: well I think so and yes']);
  assert.deepEqual(renewed.edit.speakers, [{ id: 0, name: 'Speaker 1' }]);
});

test('names are those of the voices, and edited paragraphs are divided with every word in its place', () => {
  const machine = machineEdit(before);
  const edited = put(
    { ...machine, revision: 1 },
    { id: 'm0', text: 'Well, I think so. And I really do not!' },
  );
  const latest = { ...edited, speakers: [{ id: 0, name: 'Ann', colour: 3 }] };
  const renewed = reassign(before, latest, tellApart(before, voices));
  assert.ok(renewed);
  assert.deepEqual(getTurns(renewed.edit), [
    'Speaker 2: Well, I think so.',
    'Ann: And I really do not!',
    'Ann: yes indeed',
  ]);
  assert.deepEqual(renewed.edit.speakers, [...latest.speakers, { id: 1, name: 'Speaker 2' }]);
});

test('a paragraph that a person gave to a speaker keeps it, and tells who that voice is', () => {
  const machine = machineEdit(before);
  const [first, second] = machine.monologues;
  assert.ok(first && second);
  const latest: Edit = {
    revision: 1,
    speakers: [
      { id: 0, name: 'Ann' },
      { id: 7, name: 'Ben' },
    ],
    monologues: [first, { ...second, speaker: 7 }],
  };
  const wrong = tellApart(before, [0, 0, 0, 0, 0, 0, 1, 1, 0, 0]);
  const kept = reassign(before, latest, wrong);
  assert.ok(kept);
  assert.deepEqual(getTurns(kept.edit).at(-1), 'Ben: yes indeed');
  const right = reassign(before, latest, tellApart(before, voices));
  assert.ok(right);
  assert.deepEqual(getTurns(right.edit), ['Ann: well I think so', 'Ben: and I do not', 'Ben: yes indeed']);
  // The machine speaker stays, so that the next run recognizes the choice, too.
  const again = reassignAgain(right, tellApart(before, [0]));
  assert.deepEqual(again && getTurns(again.edit).at(-1), 'Ben: yes indeed');
});

test('whatever was edited, no word changes, and paragraphs that were given to a speaker keep it', () => {
  fc.assert(
    fc.property(recognizedTurns, steps(6), fc.array(fc.nat(3), { maxLength: 30 }), (heard, taken, told) => {
      const machine = machineEdit(heard);
      const latest: Edit = { ...alter(machine, taken, 'A'), revision: 1 };
      const renewed = reassign(heard, latest, tellApart(heard, told));
      if (renewed === undefined) return;
      const { edit, recognized, words } = renewed;
      assert.deepEqual(toWords(edit), toWords(latest));
      assert.deepEqual(recognized.words, heard.words);
      const was = getWordSpeakers(heard);
      const now = new Map(edit.monologues.map((monologue) => [monologue.id, monologue]));
      for (const { id, from, to, speaker, content } of latest.monologues) {
        if (was.slice(from, to).every((other) => other === speaker)) continue;
        assert.equal(now.get(id)?.speaker, speaker);
        assert.deepEqual(now.get(id)?.content, content);
      }
      const speakers = new Set(edit.speakers.map(({ id }) => id));
      for (const { from, to, speaker } of edit.monologues) {
        assert.ok(speakers.has(speaker));
        assert.ok(from <= to && to <= words.length);
        assert.ok(from === to || from >= heard.words.length, `${from}..${to}`);
      }
      const places = edit.monologues.map(({ place, id }) => `${place} ${id}`);
      assert.equal(new Set(places).size, places.length);
    }),
    { numRuns: randomCases(2000) },
  );
});

test('without edits, words have one speaker where they have one voice', () => {
  fc.assert(
    fc.property(recognizedTurns, fc.array(fc.nat(3), { maxLength: 30 }), (heard, told) => {
      const voice = tellApart(heard, told);
      const renewed = reassign(heard, machineEdit(heard), voice);
      const now = getWordSpeakers(renewed?.recognized ?? heard);
      const pairs = new Set(getWordSpeakers(voice).map((one, at) => `${one} ${now[at]}`));
      assert.ok(pairs.size <= voice.speakers.length, [...pairs].join());
      assert.equal(new Set(now).size, new Set(getWordSpeakers(voice)).size);
    }),
    { numRuns: randomCases(1000) },
  );
});

// A replaced word is timed between its neighbors. If a word is spoken twice and deleted once, the remaining one may
// have either time.
test('the same again changes nothing, whatever was edited, of words that differ and were not moved or replaced', () => {
  fc.assert(
    fc.property(
      recognizedTurns,
      steps(6, 'move', 'replace'),
      fc.array(fc.nat(3), { maxLength: 30 }),
      (said, taken, told) => {
        const heard = {
          ...said,
          words: said.words.map((word, at) => ({ ...word, text: `${word.text}${at}` })),
        };
        const latest: Edit = { ...alter(machineEdit(heard), taken, 'A'), revision: 1 };
        const voice = tellApart(heard, told);
        const renewed = reassign(heard, latest, voice);
        if (renewed === undefined) return;
        const again = reassignAgain(renewed, voice);
        assert.deepEqual(again && getTurns(again.edit), undefined);
      },
    ),
    { numRuns: randomCases(2000) },
  );
});
