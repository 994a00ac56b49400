import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useStorage } from '#e2e/support/browser-storage';
import type { ActionResult } from '#components/ui/action-result.ts';
import type { SettingsPatch } from '#lib/transcript/settings/settings-patch';
import { createSettingsStore } from './settings-store';

/** Runs all callbacks that wait for a promise. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}

test('the browser keeps a change until the save that carries it is answered', async (t) => {
  const stored = useStorage(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const saves: Array<(result: ActionResult<void>) => void> = [];
  const save = () => new Promise<ActionResult<void>>((resolve) => saves.push(resolve));
  const settings = createSettingsStore({ accountId: 'a', stored: {}, save });
  const unsaved = () => [...stored.values()].map((text) => JSON.parse(text) as unknown);
  settings.change({ lineSpacing: 'relaxed' });
  t.mock.timers.tick(500);
  settings.change({ textWidth: 'narrow' });
  t.mock.timers.tick(500);
  assert.equal(saves.length, 2);
  saves[0]?.({ value: undefined });
  await settled();
  assert.deepEqual(unsaved(), [{ textWidth: 'narrow' }]);
  saves[1]?.({ value: undefined });
  await settled();
  assert.deepEqual(unsaved(), []);
});

test('a save has only what this page changed, by name, so that other pages keep theirs', (t) => {
  useStorage(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const saved: SettingsPatch[] = [];
  const settings = createSettingsStore({
    accountId: 'a',
    stored: { snippets: { one: 'First', two: 'Second' } },
    save: (patch) => {
      saved.push(patch);
      return Promise.resolve({ value: undefined });
    },
  });
  settings.change({ snippets: { ...settings.get().snippets, three: 'Third' } });
  const { one: _, ...others } = settings.get().snippets;
  settings.change({ snippets: others });
  t.mock.timers.tick(500);
  assert.deepEqual(saved, [{ snippets: { one: null, three: 'Third' } }]);
});
