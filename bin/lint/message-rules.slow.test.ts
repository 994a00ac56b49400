import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findComplaints } from '#e2e/support/lint-files';

/* The rules about messages as `npm run verify` runs them: by oxlint, on components. */

const worded = [
  'const a = <p>{texts.title()}</p>;',
  'const a = <p>Longhand · {texts.title()} 1:23 →</p>;',
  'const a = <Button aria-label={texts.close()} title="×" className="close">{n}</Button>;',
  'const a = <pre>curl {url}<b>-H</b></pre>;',
  'const a = <kbd>Esc</kbd>;',
  'const a = <Field type="email" name="email" autoComplete="off" />;',
  'const a = <p>{isOpen ? texts.open() : `${n}×`}</p>;',
];

const literal = [
  'const a = <p>Delete this transcript?</p>;',
  'const a = <p>{n} left</p>;',
  'const a = <><b />or</>;',
  'const a = <p>{"Save"}</p>;',
  'const a = <p>{isOpen ? "Close" : texts.open()}</p>;',
  'const a = <p>{isOpen && "open"}</p>;',
  'const a = <p>{"at " + time}</p>;',
  'const a = <p>{`${n} words`}</p>;',
  'const a = <Button title="Close" />;',
  'const a = <Button aria-label={`Close ${name}`} />;',
  'const a = <img alt="The front page" />;',
  'const a = <Field placeholder={"Name"} />;',
];

const importing = (code: string) =>
  `import * as texts from '#messages/jobs';\nimport { formatMoney } from '#lib/messages/format';\n${code}`;

const late = [
  'export const title = () => texts.title();',
  'export function title() { return texts.states.done(); }',
  'export const items = [{ label: texts.title }];',
  'export const generateMetadata = () => ({ title: texts.title() });',
  'export const choices = texts.names.map;',
].map(importing);

const early = [
  'export const title = texts.title();',
  'export const metadata = { title: texts.title() };',
  'export const items = [{ label: texts.states.done() }];',
  'export const price = formatMoney(25);',
].map(importing);

const all = (texts: string[], found: boolean) => texts.map(() => found);

test('literal text between tags and in shown attributes is found', () => {
  assert.deepEqual(findComplaints('no-literal-text', literal), all(literal, true));
});

test('messages, signs, names, keys and code are no literal text', () => {
  assert.deepEqual(findComplaints('no-literal-text', worded), all(worded, false));
});

test('words that are made while a module is loaded are found', () => {
  assert.deepEqual(findComplaints('no-early-message', early), all(early, true));
});

test('messages may be named while a module is loaded, and called later', () => {
  assert.deepEqual(findComplaints('no-early-message', late), all(late, false));
});
