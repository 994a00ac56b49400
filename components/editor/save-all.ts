import type { Room } from './edit-room';
import type { Saving, SavingState } from './saving/saving';

/** Where there is nothing in this tab that the server has not. */
const settled: ReadonlySet<SavingState['kind']> = new Set(['saved', 'viewing', 'elsewhere']);
/** Where a save is on its way, or will be in a moment. */
const underWay: ReadonlySet<SavingState['kind']> = new Set(['opening', 'changed', 'saving']);
const patienceMs = 20_000;

/** Saves what was typed; tells whether the server has all of it now. */
export async function saveAll({ saving }: Pick<Room, 'saving'>): Promise<boolean> {
  await saving.saveNow();
  await untilDone(saving);
  return settled.has(saving.view().state.kind);
}

/** A save that had begun before goes on after ours was asked for. */
function untilDone({ view, subscribe }: Saving): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(clock);
      unsubscribe();
      resolve();
    };
    const check = (): void => {
      if (!underWay.has(view().state.kind)) end();
    };
    const clock = setTimeout(end, patienceMs);
    const unsubscribe = subscribe(check);
    check();
  });
}
