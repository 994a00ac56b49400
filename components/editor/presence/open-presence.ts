import * as texts from '#messages/editor/presence';
import type { Editor } from '@tiptap/core';
import type { TranscriptAccess } from '#components/editor/context.ts';
import type { EditorClient } from '#components/editor/api/editor-client.ts';
import type { Sync } from '#components/editor/sync/sync.ts';
import { subscribeToEvents } from '#components/editor/api/event-stream.ts';
import { readLocal, writeLocal } from '#components/ui/persisted-store.ts';
import { createEmitter, createStore } from '#components/ui/store.ts';
import { markPeople } from './mark-people';
import { namePeople } from './name-people';
import { reportPresence } from './report-presence';
import type { Person, Presence } from './presence';

const guestNameKey = 'longhand:guest-name';

/** A guest's own name, or the account's while signed in. Undefined for the owner, whose name the server knows. */
export const getOwnName = ({ isOwner, accountName }: TranscriptAccess): string | undefined =>
  isOwner ? undefined : (accountName ?? readLocal(guestNameKey));

/** The others, named as in the list of all people. */
function nameOthers(people: readonly Person[], own: string): Person[] {
  const names = namePeople(people.map(({ name }) => name));
  return people
    .map((person, i) => ({ ...person, name: names[i]?.name ?? person.name }))
    .filter(({ client }) => client !== own);
}

/** Connects to others who have the transcript open: receives their presence and reports this tab's. */
export function openPresence(
  editor: Editor,
  { access, api, client, sync }: { access: TranscriptAccess; api: EditorClient; client: string; sync: Sync },
): Presence {
  const people = createStore<readonly Person[]>([]);
  const guestName = createStore(getOwnName(access));
  const jobName = createStore(access.jobName);
  const media = createEmitter();
  const marks = markPeople(editor, () => nameOthers(people.get(), client));
  // A tab that is read-only because another one edits is the same person, so only one is reported.
  const isHere = (): boolean => !['opening', 'elsewhere'].includes(sync.view().status.kind);
  let wasPresent = isHere();
  const reporter = reportPresence(editor, { api, client, isHere });
  const endEvents = subscribeToEvents(access.address, {
    since: sync.revision,
    onRevision: sync.receive,
    onPeople(now) {
      people.set(now);
      marks.paint();
    },
    onMedia: media.emit,
    onName: jobName.set,
    onEnded: (reason) => sync.close(texts.ended[reason]()),
    onOpened() {
      reporter.report();
      sync.onReconnected();
    },
    async onFailed() {
      await sync.checkAccess();
      return sync.view().status.kind !== 'closed';
    },
  });
  const endSaving = sync.subscribe(() => {
    if (isHere() && !wasPresent) reporter.report();
    wasPresent = isHere();
  });
  return {
    client,
    people,
    guestName,
    jobName,
    setGuestName(name) {
      guestName.set(name);
      writeLocal(guestNameKey, name);
      reporter.report();
    },
    onMedia: media.subscribe,
    end() {
      endEvents();
      endSaving();
      reporter.end();
      people.set([]);
      marks.end();
    },
  };
}
