import * as reviewTexts from '#messages/editor/review';
import * as historyTexts from '#messages/editor/history';
import * as shareTexts from '#messages/editor/share';
import * as exportTexts from '#messages/editor/export';
import * as commandsTexts from '#messages/editor/commands';
import {
  IconDownload,
  IconHistory,
  IconKeyboard,
  IconListCheck,
  IconSettings,
  IconShare2,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { PanelId } from '#components/editor/context.ts';
import type { IconShape } from '#components/ui/icon';
import { HistoryPanel } from '#components/editor/history/history-panel';
import { ReviewPanel } from '#components/editor/review/review-panel';
import { lazyPart } from '#components/ui/lazy-part';
import { useEditorServices } from '#components/editor/context.ts';

/** A panel beside the text; on a phone it covers the page. */
export interface Panel {
  id: PanelId;
  title: () => string;
  icon: IconShape;
  /** The prominence of its button. */
  rank: 'primary' | 'secondary' | 'rest';
  /** The command that opens it. */
  command: string;
  Component: ComponentType;
  ownerOnly?: boolean;
}

/** All panels, in button order. */
export const allPanels: readonly Panel[] = [
  {
    id: 'review',
    title: reviewTexts.title,
    icon: IconListCheck,
    rank: 'secondary',
    command: 'review-start',
    Component: ReviewPanel,
  },
  {
    id: 'history',
    title: historyTexts.title,
    icon: IconHistory,
    rank: 'secondary',
    command: 'history',
    Component: HistoryPanel,
  },
  {
    id: 'share',
    title: shareTexts.title,
    icon: IconShare2,
    rank: 'primary',
    command: 'share',
    Component: lazyPart(async () => (await import('#components/editor/share/job-links')).SharePanel),
    ownerOnly: true,
  },
  {
    id: 'export',
    title: exportTexts.title,
    icon: IconDownload,
    rank: 'primary',
    command: 'export',
    Component: lazyPart(async () => (await import('#components/editor/export/export-panel')).ExportPanel),
  },
  {
    id: 'shortcuts',
    title: commandsTexts.shortcuts,
    icon: IconKeyboard,
    rank: 'rest',
    command: 'shortcuts',
    Component: lazyPart(
      async () => (await import('#components/editor/keyboard/shortcuts/shortcuts-panel')).ShortcutsPanel,
    ),
  },
  {
    id: 'settings',
    title: commandsTexts.settings,
    icon: IconSettings,
    rank: 'rest',
    command: 'settings',
    Component: lazyPart(
      async () => (await import('#components/editor/settings/settings-panel')).SettingsPanel,
    ),
  },
];

/** The panels available to this person, by rank. */
export function usePanels(): Record<Panel['rank'], Panel[]> {
  const { access } = useEditorServices();
  const open = allPanels.filter(({ ownerOnly }) => access.isOwner || ownerOnly !== true);
  const ofRank = (wanted: Panel['rank']) => open.filter(({ rank }) => rank === wanted);
  return { primary: ofRank('primary'), secondary: ofRank('secondary'), rest: ofRank('rest') };
}
