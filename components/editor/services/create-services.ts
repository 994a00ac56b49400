import type { UndoOffer } from '#components/editor/announcements/undo-offer.ts';
import { createFinder } from '#components/editor/find/finder.ts';
import { allCommands } from '#components/editor/keyboard/all-commands.ts';
import { isEnabledIn } from '#components/editor/keyboard/command.ts';
import type { PedalConnection } from '#components/editor/player/pedal/connect-pedal.ts';
import { initialView } from '#components/editor/reading/view.ts';
import { createSettingsStore } from '#components/editor/settings/settings-store.ts';
import { createStore } from '#components/ui/store.ts';
import type {
  EditorServices,
  EditorStores,
  OpenOverlay,
  OpenVersion,
  PanelId,
  TranscriptAccess,
} from '#components/editor/context.ts';

/** Creates the stores of an editor. */
export function createStores({ accountSettings }: TranscriptAccess): EditorStores {
  const panel = createStore<PanelId | undefined>(undefined);
  const announcement = createStore({ text: '', number: 0 });
  return {
    panel,
    view: createStore(initialView),
    palette: createStore<{ before: Element | null } | undefined>(undefined),
    overlay: createStore<OpenOverlay | undefined>(undefined),
    openVersion: createOpenVersionStore(panel),
    settings: createSettingsStore(accountSettings),
    announcement,
    announce: (text) => announcement.set({ text, number: announcement.get().number + 1 }),
    undoOffer: createStore<UndoOffer | undefined>(undefined),
    pedal: createStore<PedalConnection | undefined>(undefined),
  };
}

/** On a phone, the panel covers the page, so opening a version closes it. */
function createOpenVersionStore(panel: EditorStores['panel']): EditorStores['openVersion'] {
  const store = createStore<OpenVersion | undefined>(undefined);
  return {
    ...store,
    set(next) {
      store.set(next);
      if (next !== undefined && matchMedia('(max-width: 60em)').matches) panel.set(undefined);
    },
  };
}

/** Assembles an editor's services from its parts. */
export function createServices(
  parts: EditorStores &
    Pick<EditorServices, 'access' | 'api' | 'editor' | 'words' | 'sync' | 'presence' | 'player' | 'media'>,
): EditorServices {
  const services: EditorServices = {
    ...parts,
    finder: createFinder(parts),
    commands: allCommands,
    run(id) {
      const command = allCommands.find((command) => command.id === id);
      if (command !== undefined && isEnabledIn(services, command)) command.run(services);
    },
  };
  return services;
}
