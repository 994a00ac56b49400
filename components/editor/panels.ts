import type { ComponentType } from 'react';

/** The panels beside the transcript. */
export type PanelId = 'history' | 'review' | 'share' | 'export' | 'shortcuts' | 'settings';

/** A panel; on a phone it covers the page. */
export interface Panel {
  id: PanelId;
  title: string;
  Component: ComponentType;
  ownerOnly?: boolean;
}

/** Every panel there is, in the order of their buttons. */
export const allPanels: readonly Panel[] = [];
