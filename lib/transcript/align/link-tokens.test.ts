import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { randomCases } from '#e2e/support/random-cases';
import { timeTokens, toElements } from '#lib/transcript/align/align';
import { assignRanges } from '#lib/transcript/align/assign-ranges';
import { linkTokens } from '#lib/transcript/align/link-tokens';
import { toTokens } from '#lib/transcript/align/tokens';
import type { MachineWord } from '#lib/transcript/model';
import { joinWords } from '#lib/transcript/text/join-words';
import { hasUnspaced } from '#lib/transcript/unspaced-scripts';

const spoken = (heard: string): MachineWord[] =>
  heard.split('|').map((text, i) => ({ text, startMs: i * 1000, endMs: i * 1000 + 800, confidence: 0.9 }));

/** Each word of a text with the index of its machine word. */
function link(heard: string, text: string): string[] {
  const words = spoken(heard);
  return timeTokens({ content: [{ text }], from: 0, to: words.length }, words).map(
    ({ text: each, machine }) => `${each} ${machine ?? 'new'}`,
  );
}

/** Each word of a text with its time. */
function time(heard: string, text: string): string[] {
  const words = spoken(heard);
  return timeTokens({ content: [{ text }], from: 0, to: words.length }, words).map(
    ({ text: each, startMs, endMs }) => `${each} ${startMs}-${endMs}`,
  );
}

const scripts = [
  '我们都是中国人朋友今天很高兴',
  'きょうはとてもよいてんきです',
  '今日は晴れです。東京「都庁」、コーヒー',
  'สวัสดีครับผมชื่อสมชาย',
  'ສະບາຍດີຂ້ອຍຊື່',
  'សួស្តីខ្ញុំឈ្មោះ',
  'မင်္ဂလာပါကျွန်တော်',
  '𠮷野家',
];

/** Words cut between any two characters, as by engines that return characters or parts of words. */
const anyWords = fc
  .array(
    fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom('OpenAI', 'API', '42', 'and', 'so,') },
      ...scripts.map((script) => ({
        weight: 1,
        arbitrary: fc
          .array(fc.constantFrom(...Array.from(script)), { minLength: 1, maxLength: 4 })
          .map((characters) => characters.join('')),
      })),
    ),
    { maxLength: 30 },
  )
  .map((texts) => texts.map((text, i) => ({ text, startMs: i * 100, endMs: i * 100 + 90, confidence: 0.9 })));

test('random words of scripts without blanks: unchanged, each has exactly the text, time and number of its machine word', () => {
  fc.assert(
    fc.property(anyWords, fc.constantFrom('written', 'spaced'), (words, how) => {
      const text = how === 'written' ? joinWords(words) : words.map((word) => word.text).join(' ');
      // No script writes punctuation alone.
      fc.pre(hasUnspaced(text) || !/[。、「」]/u.test(text));
      const timed = timeTokens({ content: [{ text }], from: 0, to: words.length }, words);
      assert.deepEqual(
        timed.map(({ text: each, startMs, endMs, machine }) => ({ text: each, startMs, endMs, machine })),
        words.map(({ text: each, startMs, endMs }, machine) => ({ text: each, startMs, endMs, machine })),
      );
    }),
    { numRuns: randomCases(2000) },
  );
});

test('random edits in scripts without blanks: all of the text is timed in order, and links rise', () => {
  const anyText = fc.array(
    fc.oneof(fc.constantFrom(' ', 'API', '。'), ...scripts.map((s) => fc.constantFrom(...Array.from(s)))),
    { maxLength: 6 },
  );
  const edit = anyWords.chain((words) =>
    fc
      .tuple(...words.map(({ text }) => fc.oneof(fc.constant([text]), fc.constant([]), anyText)))
      .map((texts) => ({ words, text: texts.flat().join('') })),
  );
  fc.assert(
    fc.property(edit, ({ words, text }) => {
      const timed = timeTokens({ content: [{ text }], from: 0, to: words.length }, words);
      assert.equal(timed.map((token) => token.text).join(''), text.replaceAll(/\s/gu, ''));
      let [now, last, at] = [0, -1, 0];
      for (const { from, to, text: each, startMs, endMs, machine } of timed) {
        assert.equal(text.slice(from, to), each);
        assert.ok(from >= at && to > from && now <= startMs && startMs <= endMs);
        [at, now] = [to, endMs];
        if (machine === undefined) continue;
        assert.ok(machine > last);
        last = machine;
      }
      assert.ok(now <= (words.at(-1)?.endMs ?? 0));
    }),
    { numRuns: randomCases(2000) },
  );
});

test('random edits: machine words between which something was written are words of their own', () => {
  // All words have different characters, and added text has others.
  const all = Array.from({ length: 60 }, (_, i) => String.fromCodePoint(0x4e00 + 2 * i, 0x4e01 + 2 * i));
  const added = fc.array(fc.constantFrom('ก', 'ข', 'ค'), { maxLength: 3 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(fc.record({ isKept: fc.boolean(), added }), { maxLength: 60 }), (edits) => {
      const words = spoken(all.slice(0, Math.max(1, edits.length)).join('|'));
      const text = edits.map(({ isKept, added: more }, i) => (isKept ? all[i] : '') + more).join('');
      const timed = timeTokens({ content: [{ text }], from: 0, to: words.length }, words);
      for (const [i, { isKept }] of edits.entries()) {
        if (!isKept) continue;
        const found = timed.filter(({ machine }) => machine === i);
        assert.equal(found.length, 1);
        assert.ok(found[0]?.text.includes(all[i] ?? ''));
        assert.ok((found[0]?.startMs ?? -1) <= i * 1000 && (found[0]?.endMs ?? 0) >= i * 1000);
      }
    }),
    { numRuns: randomCases(1000) },
  );
});

test('what is corrected has the place of what was heard, and what was left stays as it is', () => {
  assert.deepEqual(link('今日|は|晴れ|です。', '今日は曇りです。'), ['今日 0', 'は 1', '曇り 2', 'です。 3']);
  assert.deepEqual(link('橋|を|渡る', '箸を渡る'), ['箸 0', 'を 1', '渡る 2']);
  assert.deepEqual(link('ผม|ชื่อ|สมชาย', 'ผมชื่อสมศักดิ์'), ['ผม 0', 'ชื่อ 1', 'สมศักดิ์ 2']);
  assert.deepEqual(time('今|日|は|晴|れ', '今日は雨'), [
    '今 0-800',
    '日 1000-1800',
    'は 2000-2800',
    '雨 3000-4800',
  ]);
});

test('what is added is cut by the dictionary, and shares the time that is left', () => {
  assert.deepEqual(time('今日|は|晴れ|です。', '今日はとても晴れです。'), [
    '今日 0-800',
    'は 1000-1800',
    'とても 1800-2000',
    '晴れ 2000-2800',
    'です。 3000-3800',
  ]);
  assert.deepEqual(link('今日|は', '今日は。'), ['今日 0', 'は。 1']);
  assert.deepEqual(link('東京', '東の京'), ['東の京 0']);
});

test('a blank that someone sets parts no more than it parts, and one that is gone between scripts joins no words', () => {
  assert.deepEqual(link('今日は|晴れ', '今日 は晴れ'), ['今日 0', 'は new', '晴れ 1']);
  assert.deepEqual(time('OpenAI|の|API', 'OpenAIのAPI'), ['OpenAI 0-800', 'の 1000-1800', 'API 2000-2800']);
  assert.deepEqual(link('OpenAI|の|API', 'OpenAI の API を使う').slice(0, 3), ['OpenAI 0', 'の 1', 'API 2']);
});

test('words in scripts with blanks are linked as whole words', () => {
  const tokens = toTokens([{ text: 'the cat sat' }]);
  const linked = linkTokens(tokens, ['the', 'cart', 'sat']);
  assert.equal(linked.tokens, tokens);
  assert.deepEqual([...linked.links], [0, 1, 2]);
});

test('a tag between words without blanks has the time between them', () => {
  const words = spoken('今日|は|晴れ');
  const content = [{ text: '今日' }, { tag: '[笑い]' }, { text: 'は晴れ' }];
  const monologue = { id: 'm0', place: 'a0', speaker: 0, from: 0, to: 3, content };
  assert.deepEqual(
    toElements(monologue, words).map((element) => [element.from, element.startMs, element.endMs]),
    [
      [0, 0, 800],
      [2, 800, 1000],
      [3, 1000, 1800],
      [4, 2000, 2800],
    ],
  );
});

test('paragraphs cut between any two words, and joined again, have the machine words that stand in them', () => {
  const words = spoken('今日|は|とても|晴れ|です。|明日|は|雨|です。');
  for (let at = 0; at <= words.length; at++) {
    const parts = [words.slice(0, at), words.slice(at)].map((part) => toTokens([{ text: joinWords(part) }]));
    const [first, second] = assignRanges(parts, words, { from: 0, to: words.length });
    assert.equal(first?.from, 0);
    if (at > 0) assert.equal(first?.to, at);
    assert.equal(second?.to, words.length);
    if (at < words.length) assert.equal(second?.from, at);
  }
});

test('a paragraph cut within a machine word gives it to the part that has more of it', () => {
  const words = spoken('今日|ありがとう|ね');
  const cut = (...texts: string[]) =>
    assignRanges(
      texts.map((text) => toTokens([{ text }])),
      words,
      { from: 0, to: 3 },
    ).map(({ from, to }) => [from, to]);
  assert.deepEqual(cut('今日ありがと', 'うね'), [
    [0, 2],
    [2, 3],
  ]);
  assert.deepEqual(cut('今日あ', 'りがとうね'), [
    [0, 1],
    [1, 3],
  ]);
});
