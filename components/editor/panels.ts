import type { ComponentType } from 'react';
import { exportTexts } from '#components/texts/export';
import { historyTexts } from '#components/texts/history';
import { sharingTexts } from '#components/texts/sharing';
import { ExportPanel } from './export/export-panel';
import { HistoryPanel } from './history/history-panel';
import { SharePanel } from './share/share-panel';
import { keyTexts } from '#components/texts/keys';
import { ReviewPanel } from './review/review-panel';
import { reviewTexts } from '#components/texts/review';
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
  { id: 'review', title: reviewTexts.title, Component: ReviewPanel },
  { id: 'history', title: historyTexts.title, Component: HistoryPanel },
  { id: 'share', title: sharingTexts.title, Component: SharePanel, ownerOnly: true },
  { id: 'export', title: exportTexts.title, Component: ExportPanel },
  { id: 'shortcuts', title: keyTexts.commands.shortcuts, Component: ShortcutsPanel },
  { id: 'settings', title: keyTexts.commands.settings, Component: SettingsPanel },
];
