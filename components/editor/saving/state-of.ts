import type { Desk } from './desk';
import type { SavingState } from './saving';

/** How it stands, from what the desk knows. */
export function stateOf(desk: Desk, mayEdit: boolean): SavingState {
  const { trouble, flight, isDirty, isKept, kept } = desk;
  if (trouble?.kind === 'closed') return { ...trouble, isAllSaved: !isDirty };
  if (!mayEdit) return { kind: 'viewing' };
  if (desk.isElsewhere) return { kind: 'elsewhere' };
  if (!desk.isHolding) return { kind: 'opening' };
  switch (trouble?.kind) {
    case 'unreachable':
      return { kind: 'unreachable', isOffline: !navigator.onLine, isKept: kept !== undefined && isKept };
    case 'signed-out':
      return { kind: 'signed-out' };
    case 'refused':
      return { kind: 'refused', reason: trouble.reason };
    case undefined:
  }
  if (flight !== undefined) return { kind: 'saving' };
  return { kind: isDirty ? 'changed' : 'saved' };
}
