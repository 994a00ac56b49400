import type { Store } from '#components/ui/store.ts';

/** The panels beside the transcript. */
export type PanelId = 'history' | 'review' | 'share' | 'export' | 'shortcuts' | 'settings';

/** Holds which panel is open. */
export type PanelStore = Store<PanelId | undefined>;

/** A command that opens this panel, or closes it if it is open. */
export const togglePanel =
  (id: PanelId) =>
  ({ panel }: { panel: PanelStore }): void =>
    panel.set(panel.get() === id ? undefined : id);
