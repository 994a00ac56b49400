import type { EditorServices } from '#components/editor/context.ts';
import type { Sync } from './sync';
import type { SyncStatus } from '#components/editor/sync/state/sync-state.ts';

/** The states without unsaved changes in this tab. */
const settled: ReadonlySet<SyncStatus['kind']> = new Set(['saved', 'viewing', 'elsewhere']);
/** The states in which a save is under way or scheduled. */
const underWay: ReadonlySet<SyncStatus['kind']> = new Set(['opening', 'changed', 'saving']);
const timeoutMs = 20_000;

/** Saves local changes. Resolves to true if the server has all of them. */
export async function saveAll({ sync }: Pick<EditorServices, 'sync'>): Promise<boolean> {
  await sync.saveNow();
  await untilDone(sync);
  return settled.has(sync.view().status.kind);
}

/** An earlier save may still be running. */
function untilDone({ view, subscribe }: Sync): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const check = (): void => {
      if (!underWay.has(view().status.kind)) end();
    };
    const timer = setTimeout(end, timeoutMs);
    const unsubscribe = subscribe(check);
    check();
  });
}
