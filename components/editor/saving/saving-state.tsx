'use client';

import { useEffect, useRef } from 'react';
import { savingTexts as texts } from '#components/texts/saving';
import { useRoom } from '../edit-room';
import type { SavingState } from './saving';
import styles from './saving.module.css';
import { useSavingView } from './use-owned-saving';

/** How it stands with saving, in words. Said aloud only when trouble begins or ends. */
export function SavingStateText() {
  const { saving, announce } = useRoom();
  const { state, leftovers } = useSavingView(saving);
  const isTrouble = troubles.has(state.kind);
  const said = useRef(false);
  const text = textOf(state);
  useEffect(() => {
    if (isTrouble || (said.current && state.kind === 'saved')) announce(text);
    if (isTrouble) said.current = true;
    else if (state.kind === 'saved') said.current = false;
  }, [isTrouble, state.kind, text, announce]);
  return (
    <p className={styles['state']} data-saving={state.kind} data-trouble={isTrouble || undefined}>
      {text}
      {leftovers.length > 0 && <a href="#leftovers">{texts.leftovers.short(leftovers.length)}</a>}
    </p>
  );
}

const troubles: ReadonlySet<SavingState['kind']> = new Set([
  'unreachable',
  'signed-out',
  'refused',
  'closed',
]);

function textOf(state: SavingState): string {
  switch (state.kind) {
    case 'opening':
    case 'viewing':
    case 'saved':
    case 'changed':
    case 'saving':
    case 'elsewhere':
    case 'refused':
      return texts[state.kind];
    case 'signed-out':
      return texts.signedOut;
    case 'closed':
      return state.isAllSaved ? texts.closed : texts.closedNotSaved;
    case 'unreachable':
      if (state.isOffline) return state.isKept ? texts.offline : texts.offlineNotKept;
      return state.isKept ? texts.unreachable : texts.unreachableNotKept;
  }
}
