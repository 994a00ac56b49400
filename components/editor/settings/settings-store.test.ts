import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useStorage } from '#e2e/support/browser-storage';
import type { ActionResult } from '#components/ui/action-result.ts';
import { createSettingsStore } from './settings-store';

/** Until what waits for a promise has run: no task of another module comes in between. */
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
