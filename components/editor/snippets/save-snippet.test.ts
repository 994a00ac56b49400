import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeSnippet, saveSnippet } from './save-snippet';
import { maxSnippets } from './snippets';

test('a snippet is added, changed and deleted', () => {
  const added = saveSnippet({ z: 'last' }, { abbreviation: ' ; int ', text: ' [inaudible]\n' });
  assert.deepEqual(added, { value: { ';int': '[inaudible]', z: 'last' } });
  const changed = saveSnippet({ a: 'one', b: 'two' }, { abbreviation: 'c', text: 'three', changes: 'a' });
  assert.deepEqual(changed, { value: { b: 'two', c: 'three' } });
  const same = saveSnippet({ a: 'one' }, { abbreviation: 'a', text: 'three', changes: 'a' });
  assert.deepEqual(same, { value: { a: 'three' } });
  assert.deepEqual(removeSnippet({ a: 'one', b: 'two' }, 'a'), { b: 'two' });
});

test('what is missing, taken or too much is refused', () => {
  const full = Object.fromEntries(Array.from({ length: maxSnippets }, (_, i) => [`k${i}`, 'x']));
  for (const [snippets, abbreviation, text, field] of [
    [{}, ' ', 'x', 'abbreviation'],
    [{}, 'a', ' ', 'text'],
    [{ a: 'one' }, 'a', 'x', 'abbreviation'],
    [full, 'one-more', 'x', 'abbreviation'],
  ] as const) {
    const result = saveSnippet(snippets, { abbreviation, text });
    assert.equal('error' in result && result.error.field, field);
  }
});
