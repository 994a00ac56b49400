import assert from 'node:assert/strict';
import test from 'node:test';
import { assignSpeakers, mergeChannels, type Turn } from '#lib/recognition/speakers/assign-speakers';
import type { MachineWord } from '#lib/transcript/model';

type Pair = [startMs: number, endMs: number];

const wordsAt = (pairs: readonly Pair[]): MachineWord[] =>
  pairs.map(([startMs, endMs], at) => ({ text: `w${at}`, startMs, endMs }));
const turn = (speaker: number, startMs: number, endMs: number): Turn => ({ speaker, startMs, endMs });
const assign = (pairs: readonly Pair[], turns: readonly Turn[]) =>
  assignSpeakers(wordsAt(pairs), turns).wordSpeakers.join(' ');

test('each word goes to the speaker with the most overlap', () => {
  const turns = [turn(0, 0, 1000), turn(1, 1000, 2000)];
  assert.equal(
    assign(
      [
        [0, 400],
        [500, 1200],
        [900, 1500],
        [1500, 1900],
      ],
      turns,
    ),
    '0 0 1 1',
  );
});

test('several turns of one speaker count together', () => {
  const turns = [turn(0, 0, 300), turn(1, 300, 700), turn(0, 700, 1000)];
  assert.equal(
    assignSpeakers(
      wordsAt([
        [0, 1000],
        [300, 700],
      ]),
      turns,
    ).wordSpeakers.join(' '),
    '0 1',
  );
});

test('a word outside all turns goes to the nearest one, however long that one began before', () => {
  const turns = [turn(0, 1000, 9000), turn(1, 2000, 2500), turn(2, 20_000, 21_000)];
  assert.equal(
    assign(
      [
        [0, 500],
        [10_000, 10_400],
        [19_000, 19_500],
        [30_000, 31_000],
      ],
      turns,
    ),
    '0 0 1 1',
  );
});

test('speakers are numbered in the order of their first word', () => {
  const { wordSpeakers, speakers } = assignSpeakers(
    wordsAt([
      [0, 400],
      [1000, 1400],
      [2000, 2400],
      [3000, 3400],
    ]),
    [turn(7, 0, 500), turn(2, 1000, 1500), turn(7, 2000, 2500), turn(5, 5000, 5500), turn(0, 2900, 3500)],
  );
  assert.deepEqual(wordSpeakers, [0, 1, 0, 2]);
  assert.deepEqual(speakers, [
    { id: 0, name: 'Speaker 1' },
    { id: 1, name: 'Speaker 2' },
    { id: 2, name: 'Speaker 3' },
  ]);
});

test('without turns, or without words, there is one speaker', () => {
  assert.deepEqual(
    assignSpeakers(
      wordsAt([
        [0, 1],
        [2, 3],
      ]),
      [],
    ),
    {
      wordSpeakers: [0, 0],
      speakers: [{ id: 0, name: 'Speaker 1' }],
    },
  );
  assert.deepEqual(assignSpeakers([], [turn(3, 0, 100)]).speakers, [{ id: 0, name: 'Speaker 1' }]);
});

test("a lone short word in another speaker's flow belongs to that flow", () => {
  const turns = [turn(0, 0, 1000), turn(1, 1000, 1200), turn(0, 1200, 3000)];
  assert.equal(
    assign(
      [
        [0, 500],
        [600, 980],
        [1000, 1200],
        [1210, 1600],
      ],
      turns,
    ),
    '0 0 0 0',
  );
});

test('an interjection stays: one with a pause, a longer one, or one of two words', () => {
  const turns = [turn(0, 0, 1000), turn(1, 1300, 1900), turn(0, 2000, 3000)];
  assert.equal(
    assign(
      [
        [0, 900],
        [1300, 1500],
        [2000, 2400],
      ],
      turns,
    ),
    '0 1 0',
  );
  assert.equal(
    assign(
      [
        [900, 1290],
        [1300, 1700],
        [1750, 2400],
        [2400, 2800],
      ],
      turns,
    ),
    '0 1 0 0',
  );
  assert.equal(
    assign(
      [
        [900, 1290],
        [1300, 1500],
        [1500, 1700],
        [2000, 2400],
      ],
      turns,
    ),
    '0 1 1 0',
  );
});

test('words at the edges of the recording are left as they are', () => {
  assert.equal(
    assign(
      [
        [0, 200],
        [210, 900],
      ],
      [turn(0, 0, 200), turn(1, 200, 900)],
    ),
    '0 1',
  );
});

test('a long recording is assigned as word by word', () => {
  const turns = Array.from({ length: 3000 }, (_, at) =>
    turn((at * 7) % 4, at * 1000 + ((at * 37) % 300), at * 1000 + 1100),
  );
  const words = wordsAt(Array.from({ length: 9000 }, (_, at) => [at * 333 + 5, at * 333 + 320]));
  const all = assignSpeakers(words, turns);
  const names = (index: number) => {
    const word = words[index];
    assert.ok(word);
    const overlap = [0, 0, 0, 0];
    for (const { speaker, startMs, endMs } of turns) {
      const shared = Math.min(endMs, word.endMs) - Math.max(startMs, word.startMs);
      overlap[speaker] = (overlap[speaker] ?? 0) + Math.max(0, shared);
    }
    return overlap;
  };
  const original = new Map<number, Set<number>>();
  for (let at = 0; at < words.length; at += 97) {
    const overlap = names(at);
    const most = Math.max(...overlap);
    if (overlap.filter((value) => value === most).length > 1) continue;
    const id = all.wordSpeakers[at] ?? -1;
    original.set(id, (original.get(id) ?? new Set()).add(overlap.indexOf(most)));
  }
  assert.equal(original.size, 4);
  for (const speakers of original.values()) assert.equal(speakers.size, 1);
});

/** Returns words from a time on, each as long as the step; a number is a pause before the next. */
function say(startMs: number, stepMs: number, texts: readonly (string | number)[]): MachineWord[] {
  let atMs = startMs;
  return texts.flatMap((text) => {
    if (typeof text === 'number') {
      atMs += text;
      return [];
    }
    const word = { text, startMs: atMs, endMs: atMs + stepMs };
    atMs = word.endMs;
    return [word];
  });
}

/** Returns the words of merged channels as text, with the speaker's number before each turn. */
function merge(channels: readonly MachineWord[][], language?: string): string {
  const { words, wordSpeakers } = mergeChannels(channels, language);
  return words
    .map(({ text }, at) =>
      wordSpeakers[at] === wordSpeakers[at - 1] ? text : `${wordSpeakers[at]}: ${text}`,
    )
    .join(' ');
}

test('channels are merged in the order of their phrases, each a speaker, the first to speak first', () => {
  const left = say(1000, 300, ['Are', 'you', 'there?', 3000, 'Good.']);
  const right = say(200, 300, ['Hello,', 'this', 'is', 'Ann.', 2000, 'Yes.']);
  assert.equal(merge([left, right]), '0: Hello, this is Ann. 1: Are you there? 0: Yes. 1: Good.');
  assert.deepEqual(
    mergeChannels([left, right]).speakers.map(({ name }) => name),
    ['Speaker 1', 'Speaker 2'],
  );
});

test('people who speak at once keep their phrases, which end at pauses and with sentences', () => {
  const left = say(0, 300, ['he', 'began', 'a', 'confused', 'complaint', 600, 'and', 'left']);
  const right = say(150, 300, ['The', 'horizon', 'seems', 'distant.', 'Is', 'it?']);
  assert.equal(
    merge([left, right]),
    '0: he began a confused complaint 1: The horizon seems distant. Is it? 0: and left',
  );
  const doctor = say(0, 300, ['I', 'saw', 'Mr.', 'X', 'today']);
  assert.equal(merge([doctor, say(500, 300, ['yes'])], 'en'), '0: I saw Mr. X today 1: yes');
});

test('a speech without a pause holds back another for ten seconds at the most', () => {
  const speech = say(
    0,
    500,
    Array.from({ length: 60 }, (_, at) => `w${at}`),
  );
  const { words, wordSpeakers } = mergeChannels([speech, say(1000, 300, ['what?'])]);
  const at = wordSpeakers.indexOf(1);
  assert.equal(words[at - 1]?.endMs, 10_000);
  assert.deepEqual(new Set(words), new Set([...speech, ...words.slice(at, at + 1)]));
});

test('a channel without words has no speaker', () => {
  assert.equal(mergeChannels([wordsAt([[0, 1]]), []]).speakers.length, 1);
  assert.deepEqual(mergeChannels([[], []]), {
    words: [],
    wordSpeakers: [],
    speakers: [{ id: 0, name: 'Speaker 1' }],
  });
});
