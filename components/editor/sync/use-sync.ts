import type { Editor } from '@tiptap/core';
import { nanoid } from 'nanoid';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { TranscriptAccess } from '#components/editor/context.ts';
import { createEditorClient, type EditorClient } from '#components/editor/api/editor-client.ts';
import type { LoadedTranscript } from '#components/editor/api/load-transcript.ts';
import { createStore, useStored } from '#components/ui/store.ts';
import { getOwnName, openPresence } from '#components/editor/presence/open-presence.ts';
import type { Presence } from '#components/editor/presence/presence.ts';
import { openSync } from './open-sync';
import type { Sync, SyncView } from './sync';

/** Sync and presence of an open transcript. */
interface OpenSync {
  api: EditorClient;
  sync: Sync;
  presence: Presence;
}

/** Opens sync and presence for a transcript. Undefined until there is an editor. */
export function useSync(
  editor: Editor | null,
  access: TranscriptAccess,
  loaded: LoadedTranscript,
): OpenSync | undefined {
  const [initialAccess] = useState(access);
  const [store] = useState(() => createStore<OpenSync | undefined>(undefined));
  useEffect(() => {
    if (editor === null) return;
    const owned = open(editor, initialAccess, loaded);
    store.set(owned);
    return () => {
      owned.presence.end();
      owned.sync.end();
      store.set(undefined);
    };
  }, [editor, initialAccess, loaded, store]);
  return useStored(store);
}

function open(editor: Editor, access: TranscriptAccess, loaded: LoadedTranscript): OpenSync {
  const client = nanoid();
  let presence: Presence | undefined;
  const name = (): string | undefined =>
    presence === undefined ? getOwnName(access) : presence.guestName.get();
  const api = createEditorClient(access.address, name);
  const sync = openSync(editor, { access, api, loaded, client });
  presence = openPresence(editor, { access, api, client, sync });
  const stopWaiting = sync.subscribe(() => {
    const { status } = sync.view();
    if (status.kind !== 'closed') return;
    stopWaiting();
    api.close({ kind: 'closed', ...(status.reason !== undefined && { reason: status.reason }) });
    presence?.end();
  });
  return { api, sync, presence };
}

/** Subscribes to part of the sync view. Rerenders only when that part changes, since each Enter saves. */
export function useSyncView<Part>(sync: Sync, select: (view: SyncView) => Part): Part {
  const read = (): Part => select(sync.view());
  return useSyncExternalStore(sync.subscribe, read, read);
}

/** Marks when typing becomes possible, for benchmarks. */
export function useReadyMark(sync: Sync | undefined): void {
  useEffect(() => {
    if (sync === undefined) return;
    let frame = 0;
    const look = (): void => {
      if (frame !== 0 || sync.view().status.kind === 'opening') return;
      frame = requestAnimationFrame(() => performance.mark('transcript-ready'));
    };
    const unsubscribe = sync.subscribe(look);
    look();
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
    };
  }, [sync]);
}
