import * as texts from '#messages/editor/find';
import type { Command } from '#components/editor/context.ts';
import type { EditorServices } from '#components/editor/context.ts';

/** Leaves the reading view, which shows no matches. */
function open(services: EditorServices, what: 'find' | 'replace'): void {
  if (services.view.get().isReading) services.run('reading-view');
  services.finder.open(what);
}

function goOn(services: EditorServices, step: 1 | -1): void {
  if (services.finder.get().query.text === '') open(services, 'find');
  else if (!services.finder.get().isOpen) services.finder.open('find');
  else services.finder.go(step);
}

/** Finding and replacing. */
export const findCommands: readonly Command[] = [
  {
    id: 'find',
    title: texts.findCommand,
    group: 'document',
    keys: ['Mod+KeyF'],
    run: (services) => open(services, 'find'),
  },
  {
    id: 'replace',
    title: texts.replaceCommand,
    group: 'document',
    keys: ['Mod+KeyH'],
    edits: true,
    run: (services) => open(services, 'replace'),
  },
  {
    id: 'find-next',
    title: texts.findNext,
    group: 'document',
    keys: ['F3'],
    run: (services) => goOn(services, 1),
  },
  {
    // Mod+G means next match in some programs, and go to a position in others.
    id: 'find-next-or-go-to-time',
    title: texts.findNextOrGoToTime,
    group: 'document',
    keys: ['Mod+KeyG'],
    run: ({ finder, run }) => run(finder.get().isOpen ? 'find-next' : 'go-to-time'),
  },
  {
    id: 'find-previous',
    title: texts.findPrevious,
    group: 'document',
    keys: ['Shift+F3', 'Mod+Shift+KeyG'],
    run: (services) => goOn(services, -1),
  },
];
