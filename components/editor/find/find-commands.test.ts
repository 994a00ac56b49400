import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EditorServices } from '#components/editor/context.ts';
import { findCommands } from './find-commands';

test('one key finds the next match while the search is open, and goes to a time otherwise', () => {
  const command = findCommands.find(({ keys }) => keys.includes('Mod+KeyG'));
  const runWhere = (isOpen: boolean): string[] => {
    const done: string[] = [];
    const finder = { get: () => ({ isOpen }) } as EditorServices['finder'];
    command?.run({ finder, run: (id: string) => done.push(id) } as Partial<EditorServices> as EditorServices);
    return done;
  };
  assert.deepEqual([runWhere(true), runWhere(false)], [['find-next'], ['go-to-time']]);
});
