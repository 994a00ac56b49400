import type { Editor } from '@tiptap/core';
import { customAlphabet } from 'nanoid';
import type { Door } from '../edit-room';
import type { Loaded } from '../load-transcript';
import { baseOf } from './base';
import { keep, layDesk, type Desk } from './desk';
import { heedChanges } from './heed-changes';
import { claimTranscript } from './hold-transcript';
import { openKept } from './kept';
import { listenToPage } from './listen-to-page';
import { runner, type Runner } from './runner';
import type { Saving, SavingView } from './saving';
import { actionsOf, handOver } from './saving-actions';
import { serverAt } from './server';
import { sheetOf } from './sheet';
import { stateOf } from './state-of';
import { timerOf } from './timers';

const quietMs = 1500;
const mostMs = 10_000;
const keepWithinMs = 150;
const giveWithinMs = 2000;

const newId = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 12);

/** Begins to save the transcript that is open in `editor`. */
export function openSaving(
  editor: Editor,
  {
    door,
    loaded,
    client,
    name,
  }: { door: Door; loaded: Loaded; client: string; name: () => string | undefined },
): Saving {
  const listeners = new Set<() => void>();
  const mayEdit = door.may === 'edit';
  const desk: Desk = layDesk({
    jobId: door.jobId,
    client,
    words: loaded.words,
    sheet: sheetOf(editor),
    server: serverAt(door.address, name),
    newId,
    base: baseOf(loaded.edit),
    changed() {
      const next = viewOf(desk, mayEdit);
      // Each write of what is typed comes here: a page drawn anew for nothing would cost every other key.
      if (isSame(view, next)) return;
      view = next;
      for (const listener of listeners) listener();
    },
  });
  let view = viewOf(desk, mayEdit);
  const run = runner(desk, () => editor.setEditable(false, false));
  const keeping = timerOf(() => void keep(desk), { quietMs: keepWithinMs, mostMs: keepWithinMs });
  const saving = timerOf(() => void run.now(), { quietMs, mostMs });
  const heed = heedChanges(desk, { keeping, saving, now: run.now });
  editor.on('transaction', heed);
  const unlisten = listenToPage(desk, { editor, run });
  const claim = mayEdit ? claimTranscript(door.jobId, holderOf(desk, { editor, run })) : undefined;
  if (mayEdit) editor.setEditable(false, false);

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    revision: () => desk.base.revision,
    saveNow: run.now,
    editHere: () => claim?.take(),
    ...actionsOf(desk, { editor, now: run.now }),
    end() {
      if (desk.isDirty && desk.isHolding) void run.leave();
      listeners.clear();
      unlisten();
      editor.off('transaction', heed);
      keeping.stop();
      saving.stop();
      run.stop();
      claim?.end();
    },
  };
}

function viewOf(desk: Desk, mayEdit: boolean): SavingView {
  return {
    state: stateOf(desk, mayEdit),
    canKeep: desk.kept !== undefined || !desk.isHolding,
    leftovers: desk.leftovers,
    revision: desk.base.revision,
  };
}

function isSame(view: SavingView, next: SavingView): boolean {
  return (
    view.canKeep === next.canKeep &&
    view.leftovers === next.leftovers &&
    view.revision === next.revision &&
    JSON.stringify(view.state) === JSON.stringify(next.state)
  );
}

/** What this tab does when it gets and loses the transcript. */
function holderOf(
  desk: Desk,
  { editor, run }: { editor: Editor; run: Runner },
): Parameters<typeof claimTranscript>[1] {
  return {
    async got() {
      desk.kept ??= await openKept().catch(() => undefined);
      desk.records = (await desk.kept?.read(desk.jobId).catch(() => [])) ?? [];
      desk.leftovers = (await desk.kept?.leftovers(desk.jobId).catch(() => [])) ?? [];
      desk.isHolding = true;
      desk.isElsewhere = false;
      if (desk.records.length > 0) await run.now();
      if (!editor.isDestroyed && desk.trouble?.kind !== 'closed') editor.setEditable(true, false);
      desk.changed();
    },
    waits() {
      desk.isElsewhere = true;
      desk.changed();
    },
    async gives() {
      if (!editor.isDestroyed) editor.setEditable(false, false);
      await Promise.race([
        run.now(),
        new Promise((resolve) => {
          setTimeout(resolve, giveWithinMs);
        }),
      ]);
      await keep(desk);
      desk.isHolding = false;
      desk.isElsewhere = true;
      if (!editor.isDestroyed) handOver(desk);
      desk.changed();
    },
  };
}
