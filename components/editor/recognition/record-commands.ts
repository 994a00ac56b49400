import * as texts from '#messages/recognition-record';
import type { Command } from '#components/editor/keyboard/command.ts';

/** What tells how the transcript was made. */
export const recordCommands: readonly Command[] = [
  {
    id: 'about-transcript',
    get title() {
      return () => texts.title();
    },
    group: 'document',
    keys: [],
    isEnabled: ({ access }) => access.recognition !== undefined,
    run: ({ overlay }) => overlay.set({ kind: 'record' }),
  },
];
