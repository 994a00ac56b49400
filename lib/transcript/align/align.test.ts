import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { align, toElements } from '#lib/transcript/align/align';
import { toTokens } from '#lib/transcript/align/tokens';
import { unbroken } from '#lib/transcript/text/split-words';
import type { EditedMonologue, Piece } from '#lib/transcript/edit';
import { createRandomSpeech } from '#e2e/support/transcript/random-speech';
import type { MachineWord } from '#lib/transcript/model';
import { hasUnspaced } from '#lib/transcript/unspaced-scripts';
import { randomCases } from '#e2e/support/random-cases';

const word = (text: string, startMs: number, endMs: number): MachineWord => ({
  text,
  startMs,
  endMs,
  confidence: 1,
});
const spoken = (text: string): MachineWord[] =>
  text.split(' ').map((each, i) => word(each, i * 1000, i * 1000 + 800));
const typed = (text: string) => toTokens([{ text }]);
const getTimes = (text: string, words: readonly MachineWord[]) =>
  align(typed(text), words, { from: 0, to: words.length }).map(
    ({ text, startMs, endMs, machine }) => `${text} ${startMs}-${endMs} ${machine ?? 'new'}`,
  );
const monologue = (content: Piece[], from: number, to: number, startMs?: number): EditedMonologue => ({
  id: 'm0',
  place: 'a0',
  speaker: 0,
  from,
  to,
  content,
  ...(startMs === undefined ? {} : { startMs }),
});

/** Words of several scripts: without case, with combining marks, beyond the BMP, without spaces, all punctuation. */
const anyWord = fc.constantFrom(
  ...['the', 'The', 'the,', 'a', 'cat', 'cats', 'don’t', 'हिन्दी', 'हिन्दू', 'שלום', 'e\u0301te\u0301', '𝒜𝒷𝒸'],
  ...['今日は天気がいい', '今日', '—', '...', '👩‍👩‍👧', '42', '<b>', '\u202eabc', 'ﬁre', 'İstanbul'],
);
const anyText = fc
  .array(fc.oneof(anyWord, fc.constantFrom(' ', '\n', '\u00a0', '\u3000')), { maxLength: 8 })
  .map((parts) => parts.join(' '));
const anyWords = fc
  .array(fc.record({ text: anyWord, gap: fc.nat(400), lasting: fc.nat(600) }), { maxLength: 14 })
  .map((said) => {
    let now = 0;
    return said.map(({ text, gap, lasting }) => word(text, (now += gap), (now += lasting)));
  });
/** The machine's words, some kept, changed or removed, with words and tags between. */
const anyEdit = anyWords.chain((words) =>
  fc.record({
    words: fc.constant(words),
    from: fc.integer({ min: -2, max: words.length + 2 }),
    to: fc.integer({ min: -2, max: words.length + 2 }),
    content: fc
      .tuple(
        ...words.map(({ text }) =>
          fc.oneof(
            { weight: 4, arbitrary: fc.constant<Piece[]>([{ text: `${text} ` }]) },
            { weight: 1, arbitrary: fc.constant<Piece[]>([]) },
            { weight: 1, arbitrary: fc.constant<Piece[]>([{ tag: '[laughter]' }]) },
            { weight: 1, arbitrary: anyText.map((added): Piece[] => [{ text: added }]) },
            {
              weight: 1,
              arbitrary: anyText.map((added): Piece[] => [{ text }, { tag: '[x]' }, { text: added }]),
            },
          ),
        ),
      )
      .map((pieces) => pieces.flat()),
  }),
);

test('random edits: times are sorted and within the range, the text is untouched, links rise', () => {
  fc.assert(
    fc.property(anyEdit, ({ words, from, to, content }) => {
      const flat = content.map((piece) => ('tag' in piece ? '\ufffc' : piece.text)).join('');
      const tokens = toTokens(content);
      assert.deepEqual(
        tokens.map(({ text }) => text),
        flat.split('\ufffc').flatMap((text) => text.match(unbroken) ?? []),
      );
      const first = Math.min(Math.max(from, 0), words.length);
      const end = Math.max(first, Math.min(to, words.length));
      const endOfAll = words.at(-1)?.endMs ?? 0;
      const before = first < end ? words[first]?.startMs : (words[first - 1]?.endMs ?? 0);
      const after = first < end ? words[end - 1]?.endMs : (words[first]?.startMs ?? endOfAll);
      let now = before ?? 0;
      let link = first - 1;
      const timed = align(tokens, words, { from, to });
      const spaced = tokens.filter(({ text }) => !hasUnspaced(text));
      assert.deepEqual(
        timed.flatMap(({ text, from }) => (spaced.some((token) => token.from === from) ? [text] : [])),
        spaced.map(({ text }) => text),
      );
      assert.equal(timed.map(({ text }) => text).join(''), tokens.map(({ text }) => text).join(''));
      for (const token of timed) {
        assert.equal(flat.slice(token.from, token.to), token.text);
        assert.ok(Number.isInteger(token.startMs) && Number.isInteger(token.endMs));
        assert.ok(now <= token.startMs && token.startMs <= token.endMs);
        now = token.endMs;
        if (token.machine === undefined) continue;
        assert.ok(token.machine > link && token.machine < end);
        link = token.machine;
      }
      assert.ok(now <= (after ?? 0));
      const elements = toElements(monologue(content, from, to), words);
      assert.deepEqual(
        elements.flatMap(({ type, ...rest }) => (type === 'text' ? [rest] : [])),
        timed,
      );
      assert.equal(elements.filter(({ type }) => type === 'tag').length, flat.split('\ufffc').length - 1);
      assertSorted(elements, before ?? 0, after ?? 0);
    }),
    { numRuns: randomCases(5000) },
  );
});

function assertSorted(
  elements: ReadonlyArray<{ from: number; startMs: number; endMs: number }>,
  least: number,
  most: number,
) {
  let now = least;
  let at = -1;
  for (const { from, startMs, endMs } of elements) {
    assert.ok(from > at && now <= startMs && startMs <= endMs);
    at = from;
    now = endMs;
  }
  assert.ok(now <= most);
}

test('random transcripts: unchanged, each word has exactly the time and number of its machine word', () => {
  fc.assert(
    fc.property(anyWords, fc.nat(14), fc.nat(14), (words, a, b) => {
      const from = Math.min(a, b, words.length);
      const own = words.slice(from, Math.max(a, b));
      const content = [{ text: own.map(({ text }) => text).join(' ') }];
      assert.deepEqual(
        align(toTokens(content), words, { from, to: Math.max(a, b) }).map(
          ({ from: _from, to: _to, ...rest }) => rest,
        ),
        own.map(({ text, startMs, endMs }, i) => ({ text, startMs, endMs, machine: from + i })),
      );
    }),
    { numRuns: randomCases(2000) },
  );
});

test('random edits: a word that is left as it was keeps its time, whatever is written round it', () => {
  const change = fc.oneof(
    { weight: 3, arbitrary: fc.constant<string[]>(['kept']) },
    fc.array(fc.constantFrom<string>('юг', 'как', 'это', 'где', 'небо'), { maxLength: 4 }),
    fc.array(fc.constantFrom('юг', 'как', 'это'), { maxLength: 3 }).map((added) => ['kept', ...added]),
  );
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      const words = changes.map((_, i) => word(`${i}`.repeat(3), i * 100, i * 100 + 90));
      const text = changes.map((parts, i) =>
        parts.map((part) => (part === 'kept' ? `${i}`.repeat(3) : part)).join(' '),
      );
      const timed = align(typed(text.join(' ')), words, { from: 0, to: words.length });
      const unchanged = changes.flatMap((parts, i) => (parts.includes('kept') ? [i * 100] : []));
      const found = timed.filter((token) => /^\d/.test(token.text));
      assert.deepEqual(
        found.map(({ startMs, endMs }) => [startMs, endMs]),
        unchanged.map((startMs) => [startMs, startMs + 90]),
      );
    }),
    { numRuns: randomCases(2000) },
  );
});

test('a begin set by hand moves the first word, keeps the order, and touches no word after it', () => {
  const edits = fc.tuple(anyEdit, fc.nat(9000));
  fc.assert(
    fc.property(edits, ([{ words, from, to, content }, startMs]) => {
      fc.pre(Math.max(from, 0) < Math.min(to, words.length));
      const plain = toElements(monologue(content, from, to), words);
      const moved = toElements(monologue(content, from, to, startMs), words);
      assertSorted(moved.toSpliced(0, 1), moved[0]?.endMs ?? 0, Infinity);
      for (const [i, element] of moved.entries()) {
        assert.ok(element.startMs >= startMs && element.startMs <= element.endMs);
        const was = plain[i];
        assert.ok(was);
        if (i === 0) assert.equal(element.startMs, startMs);
        else if (was.startMs >= startMs) assert.deepEqual(element, was);
      }
    }),
    { numRuns: randomCases(1000) },
  );
});

test('corrections take the time of what they correct, additions what is left', () => {
  assert.deepEqual(getTimes('He sees the cats up trees', spoken('he seas the catsup trees')), [
    'He 0-800 0',
    'sees 1000-1800 1',
    'the 2000-2800 2',
    'cats 3000-3500 3',
    'up 3500-3800 new',
    'trees 4000-4800 4',
  ]);
  assert.deepEqual(getTimes('one two six three', spoken('one two three')), [
    'one 0-800 0',
    'two 1000-1800 1',
    'six 1800-2000 new',
    'three 2000-2800 2',
  ]);
});

test('what was rewritten shares the time of what was there, by its letters, without the pauses', () => {
  const times = (text: string) =>
    getTimes(text, spoken('so ever hmm you see')).map((line) => line.replace(/ \S+$/, ''));
  assert.deepEqual(times('so bad you see'), ['so 0-800', 'bad 1000-2800', 'you 3000-3800', 'see 4000-4800']);
  assert.deepEqual(times('so big old fat dog you see'), [
    'so 0-800',
    'big 1000-1400',
    'old 1400-1800',
    'fat 2000-2400',
    'dog 2400-2800',
    'you 3000-3800',
    'see 4000-4800',
  ]);
});

test('one word for several takes the time of all', () => {
  assert.deepEqual(getTimes('we cannot go', spoken('we can not go')), [
    'we 0-800 0',
    'cannot 1000-2800 2',
    'go 3000-3800 3',
  ]);
});

test('vowel signs are letters; case, width, apostrophes and punctuation are not', () => {
  assert.deepEqual(getTimes('«Ｄon’t» की,', spoken("do don't की का")), [
    '«Ｄon’t» 1000-1800 1',
    'की, 2000-2800 2',
  ]);
});

test('text without machine words has the pause in which it stands', () => {
  const words = [word('one', 100, 400), word('two', 1000, 1500)];
  const span = (at: number) =>
    align(typed('ab cd'), words, { from: at, to: at }).map(({ startMs, endMs }) => [startMs, endMs]);
  assert.deepEqual(span(0), [
    [0, 50],
    [50, 100],
  ]);
  assert.deepEqual(span(1), [
    [400, 700],
    [700, 1000],
  ]);
  assert.deepEqual(span(2), [
    [1500, 1500],
    [1500, 1500],
  ]);
  assert.deepEqual(align([], words, { from: 0, to: 2 }), []);
  assert.equal(align(typed('alone'), [], { from: 3, to: 9 })[0]?.endMs, 0);
});

test('text without machine words whose begin is set by hand has the pause from there on', () => {
  const words = [word('one', 0, 400), word('two', 10_000, 10_500)];
  const timesFrom = (startMs: number) =>
    toElements(monologue([{ text: 'ab' }, { tag: '[x]' }, { text: 'cd' }], 1, 1, startMs), words).map(
      (element) => [element.startMs, element.endMs],
    );
  assert.deepEqual(timesFrom(6000), [
    [6000, 8000],
    [8000, 8000],
    [8000, 10_000],
  ]);
  assert.deepEqual(timesFrom(20_000), [
    [20_000, 20_000],
    [20_000, 20_000],
    [20_000, 20_000],
  ]);
});

test('a tag has the time between its neighbours, several share it, and a note comes along', () => {
  const content = [
    { tag: '[music]' },
    { text: 'one ' },
    { tag: '[a]', note: 'two' },
    { tag: '[b]' },
    { text: ' three' },
    { tag: '[end]' },
  ];
  assert.deepEqual(
    toElements(monologue(content, 0, 4), spoken('one two three four')).map((element) => ({
      of: element.type === 'tag' ? element.tag : element.text,
      at: [element.from, element.startMs, element.endMs],
    })),
    [
      { of: '[music]', at: [0, 0, 0] },
      { of: 'one', at: [1, 0, 800] },
      { of: '[a]', at: [5, 800, 1400] },
      { of: '[b]', at: [6, 1400, 2000] },
      { of: 'three', at: [8, 2000, 2800] },
      { of: '[end]', at: [13, 2800, 3800] },
    ],
  );
});

test('of 30,000 words with 10 % errors at least 97 % have exactly their true time', () => {
  const errors = { wrong: 0.05, missed: 0.025, extra: 0.025 };
  const { machine, turns } = createRandomSpeech({ words: 30_000, turns: 600, errors });
  let exact = 0;
  let total = 0;
  for (const turn of turns) {
    const timed = align(typed(turn.said.map(({ text }) => text).join(' ')), machine, turn);
    exact += timed.filter(({ startMs }, i) => startMs === turn.said[i]?.startMs).length;
    total += timed.length;
  }
  assert.equal(total, 30_000);
  assert.ok(exact / total >= 0.97, `${exact} of ${total}`);
});

test('in a long turn too, words far from where they were keep their times', () => {
  const { machine } = createRandomSpeech({ words: 5000, turns: 1 });
  const unchanged = machine.filter((_, i) => (i < 1000 || i >= 1600) && i % 10 !== 3);
  const text = unchanged.map(({ text }, i) => (i % 10 === 5 ? `${text} Ångström` : text)).join(' ');
  const timed = align(typed(text), machine, { from: 0, to: machine.length });
  const found = timed.filter((token) => token.text !== 'Ångström');
  const same = found.filter(({ startMs }, i) => startMs === unchanged[i]?.startMs).length;
  assert.ok(same > 0.99 * unchanged.length, `${same} of ${unchanged.length}`);
});

test('a turn of 20,000 words, rewritten from end to end, is timed in order from its beginning to its end', () => {
  const { machine } = createRandomSpeech({ words: 20_000, turns: 1 });
  const rewritten = machine.map(({ text }) => Array.from(text).toReversed().join('')).join(' ');
  const timed = align(typed(rewritten), machine, { from: 0, to: machine.length });
  assert.equal(timed.length, machine.length);
  assert.ok(timed.every(({ startMs }, i) => startMs >= (timed[i - 1]?.startMs ?? 0)));
  assert.ok((timed.at(-1)?.endMs ?? 0) > (machine.at(-2)?.startMs ?? 0));
});
