import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Editor, EditorEvents } from '@tiptap/core';
import { remoteMeta } from '#components/editor/document/patch-document.ts';
import type { ActionResult } from '#components/ui/action-result.ts';
import { createEmitter, createStore } from '#components/ui/store.ts';
import { testEditor } from '#e2e/support/editor/test-document';
import { acceptUndo, offerUndo, type UndoOffer } from './undo-offer';

/** The services of an editor whose text `type` changes, as a local or a remote edit. */
function openServices() {
  const sample = testEditor([{ speaker: 0, content: 'one' }]);
  const { emit, subscribe } = createEmitter<EditorEvents['transaction']>();
  const announced: string[] = [];
  const ends = new Map<unknown, () => void>();
  const editor: Partial<Record<keyof Editor, unknown>> = {
    on: (_event: string, listener: Parameters<typeof subscribe>[0]) =>
      void ends.set(listener, subscribe(listener)),
    off: (_event: string, listener: unknown) => {
      ends.get(listener)?.();
      ends.delete(listener);
    },
  };
  return {
    services: {
      editor: editor as Editor,
      undoOffer: createStore<UndoOffer | undefined>(undefined),
      announce: (text: string) => void announced.push(text),
    },
    announced,
    type: (isRemote: boolean) => {
      const transaction = sample.state.tr.insertText('x', 1).setMeta(remoteMeta, isRemote);
      emit({ transaction } as EditorEvents['transaction']);
    },
    countListeners: () => ends.size,
  };
}

const offering = (text: string, result: ActionResult<string> = { value: `${text} undone` }): UndoOffer => ({
  text,
  undo: async () => result,
});

test('an offer stands until the person changes the text; what others change leaves it', () => {
  const { services, announced, type, countListeners } = openServices();
  offerUndo(services, offering('Replaced'));
  type(true);
  assert.equal(services.undoOffer.get()?.text, 'Replaced');
  type(false);
  assert.equal(services.undoOffer.get(), undefined);
  assert.equal(countListeners(), 0);
  assert.deepEqual(announced, ['Replaced']);
});

test('a second offer takes the place of the first, and is withdrawn like it', () => {
  const { services, type, countListeners } = openServices();
  offerUndo(services, offering('Replaced'));
  offerUndo(services, offering('Restored'));
  assert.equal(services.undoOffer.get()?.text, 'Restored');
  assert.equal(countListeners(), 1);
  type(false);
  assert.equal(services.undoOffer.get(), undefined);
});

test('an accepted offer is undone once, and announced', async () => {
  const { services, announced } = openServices();
  let count = 0;
  const undo = async (): Promise<ActionResult<string>> => {
    count += 1;
    return { value: 'Restore undone' };
  };
  offerUndo(services, { text: 'Restored', undo });
  await Promise.all([acceptUndo(services), acceptUndo(services)]);
  await acceptUndo(services);
  assert.equal(count, 1);
  assert.equal(services.undoOffer.get(), undefined);
  assert.deepEqual(announced, ['Restored', 'Restore undone']);
});

test('an offer that fails stays with the reason, and can be tried again', async () => {
  const { services } = openServices();
  offerUndo(services, offering('Restored', { error: 'Someone changed it.' }));
  await acceptUndo(services);
  assert.equal(services.undoOffer.get()?.error, 'Someone changed it.');
  assert.equal(services.undoOffer.get()?.isBusy, false);
  const lost = { text: 'Restored', undo: () => Promise.reject(new Error('no network')) };
  offerUndo(services, lost);
  await acceptUndo(services);
  assert.match(services.undoOffer.get()?.error ?? '', /reach the server/);
});
