'use client';

import * as conflictsTexts from '#messages/editor/conflicts';
import * as syncTexts from '#messages/editor/sync';
import { useEffect, useRef } from 'react';
import { useEditorServices } from '#components/editor/context.ts';
import type { SyncState } from '#components/editor/sync/sync.ts';
import styles from './sync.module.css';
import { useSyncView } from '#components/editor/sync/use-sync.ts';

/** The state of saving, in words. Announced only when an error begins or ends. */
export function SyncStatus() {
  const { sync, announce } = useEditorServices();
  const { state, conflicts } = useSyncView(sync);
  const isError = errorKinds.has(state.kind);
  const wasAnnounced = useRef(false);
  const text = getStatusText(state);
  useEffect(() => {
    if (isError || (wasAnnounced.current && state.kind === 'saved')) announce(text);
    if (isError) wasAnnounced.current = true;
    else if (state.kind === 'saved') wasAnnounced.current = false;
  }, [isError, state.kind, text, announce]);
  return (
    <p className={styles['state']} data-saving={state.kind} data-error={isError || undefined}>
      {text}
      {conflicts.length > 0 && <a href="#conflicts">{conflictsTexts.link({ count: conflicts.length })}</a>}
    </p>
  );
}

const errorKinds: ReadonlySet<SyncState['kind']> = new Set([
  'unreachable',
  'signed-out',
  'refused',
  'closed',
]);

const labels = {
  opening: syncTexts.opening,
  viewing: syncTexts.viewing,
  saved: syncTexts.saved,
  changed: syncTexts.changed,
  saving: syncTexts.saving,
  elsewhere: syncTexts.elsewhere,
  refused: syncTexts.refused,
};

function getStatusText(state: SyncState): string {
  switch (state.kind) {
    case 'opening':
    case 'viewing':
    case 'saved':
    case 'changed':
    case 'saving':
    case 'elsewhere':
    case 'refused':
      return labels[state.kind]();
    case 'signed-out':
      return syncTexts.signedOut();
    case 'closed':
      return state.isAllSaved ? syncTexts.closed() : syncTexts.closedNotSaved();
    case 'unreachable':
      if (state.isOffline) return state.isKept ? syncTexts.offline() : syncTexts.offlineNotSaved();
      return state.isKept ? syncTexts.unreachable() : syncTexts.unreachableNotSaved();
  }
}
