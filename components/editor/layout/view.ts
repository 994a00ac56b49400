import { getTopPosition, type ScrollPosition } from '#components/editor/reading/scroll-position.ts';
import type { Store } from '#components/ui/store.ts';

/** How the transcript is shown. */
export interface View {
  /** To be read, not to be edited. */
  isReading: boolean;
  /** What stood at the top when that was changed last, to stay there. */
  position: ScrollPosition | undefined;
}

/** Holds how the transcript is shown. */
export type ViewStore = Store<View>;

/** The view of an editor that has just been opened. */
export const initialView: View = { isReading: false, position: undefined };

/** Shows the transcript to be read, or to be edited. */
export function setReading({ view }: { view: ViewStore }, isReading: boolean): void {
  if (isReading === view.get().isReading) return;
  view.set({ isReading, position: getTopPosition() });
}
