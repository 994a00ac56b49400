import type { Editor } from '@tiptap/core';
import { textOf, type EditChange } from '#lib/transcripts/edit';
import type { Leftover } from '#lib/transcripts/merge-edits';
import { speakersOf } from '../document/to-document';
import { idsOf } from './base';
import { arrive, unsavedOf, type Desk } from './desk';
import { hearRound, meet } from './save-round';
import type { Saving } from './saving';
import { leave, show } from './take-in';

const noChange: EditChange = { put: [], remove: [] };

type Actions = Pick<
  Saving,
  'takeServers' | 'unsavedText' | 'dismiss' | 'restore' | 'hear' | 'reached' | 'close' | 'check'
>;

/** What can be done about saving, and what the stream of events tells it. */
export function actionsOf(
  desk: Desk,
  { editor, now }: { editor: Editor; now: () => Promise<void> },
): Actions {
  const listLeftovers = (leftovers: readonly Leftover[]): void => {
    desk.leftovers = leftovers;
    desk.changed();
  };
  const close = (reason: string | undefined): void => {
    meet(desk, { kind: 'closed', reason });
    editor.setEditable(false, false);
  };
  return {
    takeServers: () => void takeServers(desk).then(now),
    unsavedText: () => unsavedText(desk),
    dismiss(leftover) {
      listLeftovers(desk.leftovers.filter(({ id }) => id !== leftover.id));
      void desk.kept?.removeLeftover(desk.jobId, leftover.id).catch(() => {});
    },
    restore: (leftover) => void leave(desk, [leftover]),
    hear(news) {
      arrive(desk, news);
      void hearRound(desk);
    },
    reached: () => void now(),
    close,
    async check() {
      const from = desk.base.revision;
      const answer = await desk.server.changesSince(from);
      if (answer.kind === 'closed') close(answer.reason);
      else if (answer.kind === 'signed-out') meet(desk, answer);
      else if (answer.kind === 'changes') {
        arrive(desk, { from, ...answer });
        await hearRound(desk);
      }
    },
  };
}

/** Shows what the server has in place of what it refused; what was typed becomes leftovers. */
async function takeServers(desk: Desk): Promise<void> {
  const mine = unsavedOf(desk);
  const leftovers = mine.put.map(({ id, content }) => {
    const theirs = desk.base.monologues.get(id);
    const text = theirs === undefined ? '' : textOf(theirs.content);
    return {
      id: desk.newId(),
      monologueId: theirs === undefined ? undefined : id,
      mine: textOf(content),
      base: text,
      theirs: text,
    };
  });
  show(desk, noChange, idsOf(mine));
  await leave(
    desk,
    leftovers.filter(({ mine, theirs }) => mine !== theirs),
  );
}

/** Shows what the server has: what is unsaved is kept on this device, and another tab goes on with it. */
export function handOver(desk: Desk): void {
  const mine = unsavedOf(desk);
  desk.flight = undefined;
  desk.isDirty = false;
  desk.isKept = true;
  show(desk, noChange, idsOf(mine));
}

function unsavedText(desk: Desk): string {
  const names = new Map(speakersOf(desk.sheet.state().doc).map(({ id, name }) => [id, name]));
  return unsavedOf(desk)
    .put.map(({ speaker, content }) => `${names.get(speaker) ?? ''}\n${textOf(content)}`.trim())
    .join('\n\n');
}
