import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '#lib/refusal';
import { parseChange } from '#lib/revisions/changes/parse-change';

const m = { id: 'm0', place: 'a0', speaker: 0, from: 0, to: 10, content: [{ text: 'as it was' }] };
const speakers = [0, 1].map((id) => ({ id, name: `Speaker ${id + 1}` }));
const saying = (text: string) => ({ put: [{ ...m, content: [{ text }] }] });

const many = (length: number, rest: object) =>
  Array.from({ length }, (_, i) => ({ ...m, ...rest, id: `n${i}` }));

const table: Array<[what: string, change: Record<string, unknown>]> = [
  ['a control character', saying('a\u0007b')],
  ['a line break', saying('a\nb')],
  ['half a character', saying('a\ud800b')],
  ['an empty text', saying('')],
  ['a text too long', saying('x'.repeat(200_001))],
  [
    'many texts too long',
    { put: [{ ...m, content: ['x', 'y', 'z'].map((letter) => ({ text: letter.repeat(70_000) })) }] },
  ],
  ['a foreign piece', { put: [{ ...m, content: [{ html: '<b>' }] }] }],
  ['a foreign member', { put: [{ ...m, words: [] }] }],
  ['an id with markup', { put: [{ ...m, id: '<b>' }] }],
  ['no place', { put: [{ ...m, place: '' }] }],
  ['a place that is none', { put: [{ ...m, place: 'a00' }] }],
  ['a range backwards', { put: [{ ...m, from: 5, to: 2 }] }],
  ['half a word', { put: [{ ...m, from: 0.5 }] }],
  ['a time before the start', { put: [{ ...m, startMs: -1 }] }],
  ['the same id twice', { put: [m, m] }],
  ['put and removed', { put: [m], remove: [m.id] }],
  ['no speakers', { speakers: [] }],
  ['two speakers of one id', { speakers: [...speakers, speakers[0]] }],
  ['a name too long', { speakers: speakers.map((speaker) => ({ ...speaker, name: 'n'.repeat(201) })) }],
  ['a nameless speaker', { speakers: speakers.map((speaker) => ({ ...speaker, name: ' ' })) }],
  ['a color unknown', { speakers: speakers.map((speaker) => ({ ...speaker, colour: 10 })) }],
  [
    'more monologues than there may be',
    { put: Array.from({ length: 20_001 }, (_, i) => ({ ...m, id: `n${i}` })) },
  ],
  ['no list', { put: null }],
  ['millions of foreign monologues', { put: Array(4_000_000).fill(0) }],
  ['thousands of foreign monologues', { put: Array(20_000).fill(0) }],
  ['millions of foreign pieces', { put: [{ ...m, content: Array(4_000_000).fill(0) }] }],
  ['many monologues of foreign pieces', { put: many(20_000, { content: Array(200).fill(0) }) }],
  ['millions of foreign ids', { remove: Array(4_000_000).fill(0) }],
  ['millions of foreign speakers', { speakers: Array(4_000_000).fill(0) }],
  [
    'many foreign members',
    { put: [{ ...m, ...Object.fromEntries(many(100_000, {}).map(({ id }) => [id, 0])) }] },
  ],
  [
    'more characters than a transcript may have',
    { put: many(16, { content: [{ text: 'x'.repeat(190_000) }] }) },
  ],
  ['more words than a transcript may have', { put: many(6, { content: [{ text: 'x '.repeat(99_000) }] }) }],
  [
    'more characters of a script without blanks',
    { put: many(3, { content: [{ text: '我'.repeat(190_000) }] }) },
  ],
];

for (const [what, change] of table) {
  test(`a change with ${what} is refused in words`, async () => {
    await assert.rejects(parseChange({ put: [], remove: [], ...change }), (error) => {
      assert.ok(error instanceof Refusal && error.reason.kind === 'invalid-parameters');
      assert.ok(error.message.length > 10 && error.message.length < 5000, error.message);
      return true;
    });
  });
}

test('a change that makes sense is taken as it is', async () => {
  const odd = '<script>alert(1)</script> שלום \u202Eevil\u202C 👩‍👩‍👧 e\u0301 नमस्ते';
  const change = {
    put: [{ ...m, startMs: 5, content: [{ text: odd }, { tag: '[laughter]', note: 'ha' }] }],
    remove: ['m1'],
    speakers: speakers.map((speaker) => ({ ...speaker, name: odd, colour: 3 })),
  };
  assert.deepEqual(await parseChange(change), change);
});

test('other work has its turns while a long change is read', async () => {
  let turns = 0;
  const takeTurn = (): void => {
    turns += 1;
    next = setImmediate(takeTurn);
  };
  let next = setImmediate(takeTurn);
  const change = { put: many(20_000, {}), remove: [] };
  assert.deepEqual(await parseChange(change), change);
  clearImmediate(next);
  assert.ok(turns > 2, `${turns} turns`);
});
