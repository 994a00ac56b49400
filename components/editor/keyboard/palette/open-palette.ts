import type { Store } from '#components/ui/store.ts';

/** The list of all commands while it is open. */
export interface OpenPalette {
  /** What had the focus before. */
  before: Element | null;
}

/** Holds whether the list of all commands is open. */
export type PaletteStore = Store<OpenPalette | undefined>;

/** Opens the list of all commands, or closes it if it is open. */
export function togglePalette({ palette }: { palette: PaletteStore }): void {
  palette.set(palette.get() === undefined ? { before: document.activeElement } : undefined);
}
