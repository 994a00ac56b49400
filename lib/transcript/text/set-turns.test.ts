import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultTemplate, parseTemplate, parseTemplates } from '#lib/transcript/text/export-template';
import { setTurns, type TurnStyle } from '#lib/transcript/text/set-turns';

const style: TurnStyle = { ...defaultTemplate, timeForm: '[00:12:34]', timeOffsetSeconds: 0 };
const toWords = (text: string, fromMs: number) =>
  text.split(' ').map((word, at) => ({ text: word, startMs: fromMs + at * 4000 }));
const said = [
  { speaker: 'Ann', words: toWords('one two three four', 1000) },
  { speaker: '', words: toWords('five', 19_000) },
];

function write(part: Partial<TurnStyle>): string[] {
  return setTurns(said, { ...style, ...part }).map(({ label, isOwnLine, text }) =>
    [label, text].map((parts) => parts.map((one) => one.text).join('')).join(isOwnLine ? '/' : '+'),
  );
}

test('names stand on their own line, before the text or nowhere, and times go along', () => {
  assert.deepEqual(write({}), ['Ann  00:00:01/one two three four', '[00:00:19]+five']);
  assert.deepEqual(write({ names: 'inline' })[0], '[00:00:01] Ann:+one two three four');
  assert.deepEqual(write({ names: 'capitals', times: 'none' }), ['ANN:+one two three four', '+five']);
  assert.deepEqual(write({ names: 'none' })[0], '[00:00:01]+one two three four');
});

test('times every so many seconds stand before the first word that is said then', () => {
  assert.deepEqual(write({ times: '10', names: 'inline' }), [
    'Ann:+[00:00:01] one two three [00:00:13] four',
    '+five',
  ]);
  assert.deepEqual(write({ times: '30' }), ['Ann/[00:00:01] one two three four', '+five']);
});

test('a stored template has what is missing or invalid as the standard one, and templates have a name', () => {
  assert.deepEqual(parseTemplate({ names: 'x', fontSize: 99, header: 5, links: false }), {
    ...defaultTemplate,
    links: false,
  });
  const stored = { ' ': {}, Court: { lineNumbers: true }, ['x'.repeat(41)]: {} };
  assert.deepEqual(parseTemplates(stored), { Court: { ...defaultTemplate, lineNumbers: true } });
});
