import { announceIn } from '#components/editor/announcements/announcement.ts';
import type { UndoOffer } from '#components/editor/announcements/undo-offer.ts';
import { createFinder } from '#components/editor/find/finder.ts';
import { createOpenVersionStore } from '#components/editor/history/open-version.ts';
import { allCommands } from '#components/editor/keyboard/all-commands.ts';
import { isEnabledIn } from '#components/editor/keyboard/is-enabled.ts';
import type { OpenPalette } from '#components/editor/keyboard/palette/open-palette.ts';
import type { PanelId } from '#components/editor/layout/open-panel.ts';
import { initialView } from '#components/editor/layout/view.ts';
import type { OpenOverlay } from '#components/editor/overlays/open-overlay.ts';
import type { PedalConnection } from '#components/editor/player/pedal/connect-pedal.ts';
import { createSettingsStore } from '#components/editor/settings/settings-store.ts';
import { createStore } from '#components/ui/store.ts';
import type { EditorServices, EditorStores, TranscriptAccess } from '#components/editor/context.ts';

/** The stores of an editor that is being opened. */
export function createStores({ accountSettings }: TranscriptAccess): EditorStores {
  const panel = createStore<PanelId | undefined>(undefined);
  return {
    panel,
    view: createStore(initialView),
    palette: createStore<OpenPalette | undefined>(undefined),
    overlay: createStore<OpenOverlay | undefined>(undefined),
    openVersion: createOpenVersionStore(panel),
    settings: createSettingsStore(accountSettings),
    announcement: createStore({ text: '', number: 0 }),
    undoOffer: createStore<UndoOffer | undefined>(undefined),
    pedal: createStore<PedalConnection | undefined>(undefined),
  };
}

/** The services of an editor whose parts are there. */
export function createServices(
  parts: EditorStores &
    Pick<EditorServices, 'access' | 'api' | 'editor' | 'words' | 'sync' | 'presence' | 'player' | 'media'>,
): EditorServices {
  const { editor, announcement } = parts;
  const announce = (text: string): void => announceIn(announcement, text);
  const services: EditorServices = {
    ...parts,
    finder: createFinder({ editor, announce, undoOffer: parts.undoOffer }),
    commands: allCommands,
    run(id) {
      const command = allCommands.find((command) => command.id === id);
      if (command !== undefined && isEnabledIn(services, command)) command.run(services);
    },
    announce,
  };
  return services;
}
