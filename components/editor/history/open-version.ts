import type { PanelStore } from '#components/editor/layout/open-panel.ts';
import { createStore, type Store } from '#components/ui/store.ts';
import type { ListedRevision } from './listed-revision';

/** What of the past stands in place of the text: a version to read, or two, by number, to compare. */
export type OpenVersion =
  | { kind: 'version'; revision: ListedRevision }
  | { kind: 'comparison'; before: number; after: number };

/** Holds the version or comparison that stands in place of the text. */
export type OpenVersionStore = Store<OpenVersion | undefined>;

/** On a phone a panel covers the whole page. */
const isCovered = (): boolean => matchMedia('(max-width: 60em)').matches;

/** A store that is still empty. What is put there is seen: a panel that covers it is closed. */
export function createOpenVersionStore(panel: PanelStore): OpenVersionStore {
  const store = createStore<OpenVersion | undefined>(undefined);
  return {
    ...store,
    set(next) {
      store.set(next);
      if (next !== undefined && isCovered()) panel.set(undefined);
    },
  };
}
