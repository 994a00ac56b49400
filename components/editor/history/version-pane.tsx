'use client';

import { useLayoutEffect } from 'react';
import { useEditorServices, useOpenVersion } from '#components/editor/context.ts';
import { ComparisonView } from '#components/editor/history/comparison/comparison-view';
import styles from './version.module.css';
import { VersionView } from './version-view';

/** Where an earlier version or a comparison stands, over the text, which keeps its place below. */
export function VersionPane() {
  const openVersion = useOpenVersion();
  return openVersion && <OpenVersionPane />;
}

function OpenVersionPane() {
  const { editor } = useEditorServices();
  const openVersion = useOpenVersion();
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
      {openVersion?.kind === 'version' && (
        <VersionView key={openVersion.revision.number} revision={openVersion.revision} />
      )}
      {openVersion?.kind === 'comparison' && (
        <ComparisonView before={openVersion.before} after={openVersion.after} />
      )}
    </main>
  );
}
