import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  applySettingsPatch,
  joinSettingsPatches,
  toSettingsPatch,
  withoutSaved,
} from '#lib/transcript/settings/settings-patch';

const before = { rate: 1, snippets: { one: 'First', two: 'Second' }, ownKeys: { play: ['F5'] } };

test('a patch has what changed, by name, and null for what was removed', () => {
  const after = { ...before, rate: 1.5, snippets: { two: 'Second', three: 'Third' }, ownKeys: {} };
  const patch = toSettingsPatch(before, after);
  assert.deepEqual(patch, {
    rate: 1.5,
    snippets: { one: null, three: 'Third' },
    ownKeys: { play: null },
  });
  assert.deepEqual(applySettingsPatch(before, patch), after);
  assert.deepEqual(toSettingsPatch(after, after), {});
});

test('two pages that changed different names keep both', () => {
  const added = (name: string) =>
    toSettingsPatch(before, { ...before, snippets: { ...before.snippets, [name]: 'New' } });
  const both = applySettingsPatch(applySettingsPatch(before, added('a')), added('b'));
  assert.deepEqual(both, { ...before, snippets: { one: 'First', two: 'Second', a: 'New', b: 'New' } });
  assert.deepEqual(applySettingsPatch({}, added('a')), { snippets: { a: 'New' } });
});

test('of two patches the later one wins, also where it removes', () => {
  const joined = joinSettingsPatches(
    { rate: 2, snippets: { a: 'New', b: 'New' } },
    { snippets: { a: null } },
  );
  assert.deepEqual(joined, { rate: 2, snippets: { a: null, b: 'New' } });
  assert.deepEqual(applySettingsPatch({ snippets: { a: 'Old' } }, joined), {
    rate: 2,
    snippets: { b: 'New' },
  });
});

test('what was saved is no longer waiting, and what changed since is', () => {
  const waiting = { rate: 2, volume: 0.5, snippets: { a: 'Newer', b: null } };
  assert.deepEqual(withoutSaved(waiting, { volume: 0.5, snippets: { a: 'New', b: null } }), {
    rate: 2,
    snippets: { a: 'Newer' },
  });
  assert.deepEqual(withoutSaved(waiting, waiting), {});
});
