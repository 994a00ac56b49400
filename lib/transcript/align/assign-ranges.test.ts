import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { toElements } from '#lib/transcript/align/align';
import { toTokens } from '#lib/transcript/align/tokens';
import { toContent, machineEdit, toText, type EditedMonologue } from '#lib/transcript/edit';
import { createRandomSpeech } from '#e2e/support/transcript/random-speech';
import { assignRanges } from '#lib/transcript/align/assign-ranges';
import type { WordRange } from '#lib/transcript/align/word-range';
import { randomCases } from '#e2e/support/random-cases';

const { machine, turns } = createRandomSpeech({ words: 5000, turns: 100 });
const original = machineEdit({
  words: machine,
  speakers: [{ id: 0, name: 'Speaker 1' }],
  monologues: turns.map(({ from, to }, id) => ({ id, speaker: 0, from, to })),
}).monologues;

const getTimes = (monologues: readonly EditedMonologue[]): string[] =>
  monologues.flatMap((monologue) =>
    toElements(monologue, machine).map((element) =>
      element.type === 'tag' ? element.tag : `${element.text} ${element.startMs}-${element.endMs}`,
    ),
  );
const start = getTimes(original);
const at = (index: number): EditedMonologue => original[index] ?? assert.fail();
const textAt = (index: number): string => toText(at(index).content);

/** Replaces `count` monologues by texts, cutting their ranges as a split, a join or a deletion does. */
function replace(
  monologues: readonly EditedMonologue[],
  index: number,
  count: number,
  texts: readonly string[],
): EditedMonologue[] {
  const old = monologues.slice(index, index + count);
  const [first] = old;
  const last = old.at(-1);
  assert.ok(first && last);
  const contents = texts.map(toContent);
  const ranges = assignRanges(contents.map(toTokens), machine, { from: first.from, to: last.to });
  const put = ranges.map((range, i) => ({
    ...first,
    ...range,
    id: `${first.id}.${i}`,
    content: contents[i] ?? [],
  }));
  return monologues.toSpliced(index, count, ...put);
}

const toRanges = (monologues: readonly WordRange[]) => monologues.map(({ from, to }) => [from, to]);
const wordsBefore = (index: number) => at(index).from;

test('deleting 10 words leaves the other times; typed again they have theirs', () => {
  const texts = textAt(40).split(' ');
  const without = replace(original, 40, 1, [texts.toSpliced(12, 10).join(' ')]);
  assert.deepEqual(getTimes(without), start.toSpliced(wordsBefore(40) + 12, 10));
  assert.deepEqual(getTimes(replace(without, 40, 1, [texts.join(' ')])), start);
});

test('deleting across 4 monologues leaves the other times; typed again they have theirs', () => {
  const texts = [40, 41, 42, 43].map((index) => textAt(index).split(' '));
  const [head = [], , , tail = []] = texts;
  const joined = [...head.slice(0, 10), ...tail.slice(10)].join(' ');
  const without = replace(original, 40, 4, [joined]);
  const gone = wordsBefore(43) + 10 - wordsBefore(40) - 10;
  assert.deepEqual(getTimes(without), start.toSpliced(wordsBefore(40) + 10, gone));
  assert.equal(without[40]?.to, at(43).to);
  assert.deepEqual(getTimes(replace(without, 40, 1, [texts.flat().join(' ')])), start);
});

test('a split between words cuts the range there, and a join brings it back', () => {
  const texts = textAt(40).split(' ');
  const split = replace(original, 40, 1, [texts.slice(0, 17).join(' '), texts.slice(17).join(' ')]);
  assert.deepEqual(toRanges(split.slice(40, 42)), [
    [at(40).from, at(40).from + 17],
    [at(40).from + 17, at(40).to],
  ]);
  assert.deepEqual(getTimes(split), start);
  const joined = replace(split, 40, 2, [textAt(40)]);
  assert.deepEqual(toRanges(joined), toRanges(original));
  assert.deepEqual(getTimes(joined), start);
});

test('a split in a word gives its time to one half and leaves all others; joined it is whole again', () => {
  const texts = textAt(40).split(' ');
  const number = texts.findIndex((text, i) => i > 5 && text.length > 7);
  const long = texts[number] ?? '';
  const middle = textAt(40).indexOf(` ${long} `) + 1 + 5;
  const split = replace(original, 40, 1, [textAt(40).slice(0, middle), textAt(40).slice(middle)]);
  const position = wordsBefore(40) + number;
  const times = getTimes(split);
  assert.deepEqual(times.toSpliced(position, 2), start.toSpliced(position, 1));
  assert.equal(times[position], start[position]?.replace(long, long.slice(0, 5)));
  assert.deepEqual(getTimes(replace(split, 40, 2, [textAt(40)])), start);
});

test('two monologues joined keep every time, and parted again their ranges', () => {
  const joined = replace(original, 40, 2, [`${textAt(40)} ${textAt(41)}`]);
  assert.equal(joined.length, 99);
  assert.deepEqual(getTimes(joined), start);
  assert.deepEqual(toRanges(replace(joined, 40, 1, [textAt(40), textAt(41)])), toRanges(original));
});

test('replacing a word everywhere keeps every time', () => {
  const swapped = (text: string) => text.replaceAll(/\bthe\b/g, 'regarding');
  const replaced = original.map((monologue) => ({
    ...monologue,
    content: toContent(swapped(toText(monologue.content))),
  }));
  assert.ok(getTimes(replaced).filter((time) => time.startsWith('regarding ')).length > 50);
  assert.deepEqual(getTimes(replaced), start.map(swapped));
});

test('a monologue that is moved keeps its times', () => {
  const moved = original.toSpliced(40, 1).toSpliced(60, 0, at(40));
  assert.deepEqual(getTimes(moved).toSorted(), start.toSorted());
  assert.deepEqual(getTimes(moved.toSpliced(60, 1).toSpliced(40, 0, at(40))), start);
});

test('new words leave all other times', () => {
  const texts = textAt(40).split(' ');
  const added = replace(original, 40, 1, [texts.toSpliced(9, 0, 'Ångström', 'Übermut').join(' ')]);
  const times = getTimes(added);
  const position = wordsBefore(40) + 9;
  assert.deepEqual(
    times.slice(position, position + 2).map((time) => time.split(' ')[0]),
    ['Ångström', 'Übermut'],
  );
  assert.deepEqual(times.toSpliced(position, 2), start);
});

test('foreign text pasted between gets no machine words; empty texts get none; all empty, the first gets all', () => {
  const texts = textAt(40).split(' ');
  const pasted = replace(original, 40, 1, [
    texts.slice(0, 9).join(' '),
    'Schnick schnack',
    '',
    texts.slice(9).join(' '),
  ]);
  const cut = at(40).from + 9;
  assert.deepEqual(toRanges(pasted.slice(40, 44)), [
    [at(40).from, cut],
    [cut, cut],
    [cut, cut],
    [cut, at(40).to],
  ]);
  assert.deepEqual(toRanges(assignRanges([[], []], machine, { from: 3, to: 9 })), [
    [3, 9],
    [9, 9],
  ]);
  assert.deepEqual(toRanges(assignRanges([[], toTokens(toContent('x')), []], machine, { from: 3, to: 9 })), [
    [3, 3],
    [3, 9],
    [9, 9],
  ]);
  assert.deepEqual(assignRanges([], machine, { from: 3, to: 9 }), []);
});

test('random cuts: ranges follow one another and cover the whole', () => {
  const parts = fc.array(fc.tuple(fc.nat(60), fc.nat(6)), { maxLength: 8 });
  fc.assert(
    fc.property(parts, fc.nat(50), fc.nat(60), (cuts, from, length) => {
      const texts = cuts.map(([begin, count]) => machine.slice(begin, begin + count).map(({ text }) => text));
      const shares = assignRanges(
        texts.map((text) => toTokens(toContent(text.join(' ')))),
        machine,
        { from, to: from + length },
      );
      let reached = from;
      for (const share of shares) {
        assert.equal(share.from, reached);
        assert.ok(share.to >= share.from);
        reached = share.to;
      }
      if (shares.length > 0) assert.equal(reached, from + length);
    }),
    { numRuns: randomCases(1500) },
  );
});
