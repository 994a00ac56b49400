import * as texts from '#messages/editor/find';
import type { Command } from '#components/editor/keyboard/command.ts';
import type { EditorContext } from '#components/editor/context.ts';
import { isTextShown } from '#components/editor/reading/text-shown.ts';

/** From the reading view it goes back to the text, where places are shown. */
function open(context: EditorContext, what: 'find' | 'replace'): void {
  if (!isTextShown(context)) context.run('reading-view');
  context.finder.open(what);
}

function goOn(context: EditorContext, step: 1 | -1): void {
  if (context.finder.get().query.text === '') open(context, 'find');
  else if (!context.finder.get().isOpen) context.finder.open('find');
  else context.finder.go(step);
}

/** Finding and replacing. */
export const findCommands: readonly Command[] = [
  {
    id: 'find',
    title: texts.findCommand,
    group: 'document',
    keys: ['Mod+KeyF'],
    run: (context) => open(context, 'find'),
  },
  {
    id: 'replace',
    title: texts.replaceCommand,
    group: 'document',
    keys: ['Mod+KeyH'],
    edits: true,
    run: (context) => open(context, 'replace'),
  },
  {
    id: 'find-next',
    title: texts.findNext,
    group: 'document',
    keys: ['F3', 'Mod+KeyG'],
    run: (context) => goOn(context, 1),
  },
  {
    id: 'find-previous',
    title: texts.findPrevious,
    group: 'document',
    keys: ['Shift+F3', 'Mod+Shift+KeyG'],
    run: (context) => goOn(context, -1),
  },
];
