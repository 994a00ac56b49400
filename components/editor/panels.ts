import type { ComponentType } from 'react';
import { keyTexts } from '#components/texts/keys';
import { ShortcutsPanel } from './commands/shortcuts-panel';
import { SettingsPanel } from './settings/settings-panel';

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
export const allPanels: readonly Panel[] = [
  { id: 'shortcuts', title: keyTexts.commands.shortcuts, Component: ShortcutsPanel },
  { id: 'settings', title: keyTexts.commands.settings, Component: SettingsPanel },
];
