'use client';

import { useLayoutEffect } from 'react';
import { useRoom } from '../edit-room';
import { ComparisonView } from './comparison-view';
import styles from './past.module.css';
import { VersionView } from './version-view';

/** Where an earlier version or a comparison stands, over the text, which keeps its place below. */
export function PastPlace() {
  const { past } = useRoom();
  return past && <OpenPast />;
}

function OpenPast() {
  const { past, editor } = useRoom();
  // Before the heading within takes the focus.
  useLayoutEffect(() => {
    const from = document.activeElement;
    return () => {
      // The text takes no focus until the page has been changed.
      queueMicrotask(() => {
        if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
        // On a phone the panel it was opened from is closed.
        else editor.view.focus();
      });
    };
  }, [editor]);
  return (
    <main className={styles['place']}>
      {past?.kind === 'version' && <VersionView key={past.revision.number} revision={past.revision} />}
      {past?.kind === 'comparison' && <ComparisonView before={past.before} after={past.after} />}
    </main>
  );
}
