import * as texts from '#messages/editor/speakers';
import type { Command } from '#components/editor/context.ts';
import { getAttributes, getSpeakers } from '#components/editor/document/to-document.ts';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import { assign, getScope } from './assign-speaker';
import { getSpeakerName } from './change-speakers';
import { splitToOtherSpeaker } from './split-to-other-speaker';

/** The commands for speakers: the menu, assignment by number, and the dialog. */
export const speakersCommands: readonly Command[] = [
  {
    id: 'speaker-menu',
    title: texts.changeSpeaker,
    group: 'speakers',
    keys: ['Alt+KeyS'],
    edits: true,
    run({ editor, overlay }) {
      editor.commands.scrollIntoView();
      overlay.set({ kind: 'speakers', scope: getScope(editor.state) });
    },
  },
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n): Command => ({
    id: `speaker-${n}`,
    title: () => texts.assignNumber({ number: n }),
    group: 'speakers',
    keys: [`Alt+Digit${n}`],
    edits: true,
    isEnabled: ({ editor }) => n <= getSpeakers(editor.state.doc).length,
    run(services) {
      const speaker = getSpeakers(services.editor.state.doc)[n - 1];
      services.overlay.set(undefined);
      if (speaker !== undefined) assign(services, getScope(services.editor.state), speaker);
    },
  })),
  {
    id: 'split-to-other-speaker',
    title: texts.splitToOther,
    group: 'text',
    keys: ['Mod+Shift+Enter'],
    edits: true,
    run({ editor, settings, access, announce }) {
      const numbered = (number: number): string => texts.numbered({ number });
      singleUndoStep(
        editor.view,
        splitToOtherSpeaker(editor.state, settings.get(), numbered, access.language),
      );
      editor.view.focus();
      const { doc, selection } = editor.state;
      const { speaker } = getAttributes(selection.$head.node(1));
      announce(texts.assigned({ name: getSpeakerName(doc, speaker) }));
    },
  },
  {
    id: 'speakers',
    title: texts.manage,
    group: 'speakers',
    keys: [],
    edits: true,
    run: ({ overlay }) => overlay.set({ kind: 'speakers-dialog' }),
  },
];
