'use client';

import Link from 'next/link';
import { Button } from '@mantine/core';
import { documentTexts as texts } from '#components/texts/document';
import styles from './editor-bar.module.css';
import { useRoom } from './edit-room';
import { allPanels } from './panels';

/** What stands above the transcript: the way back, the recording's name, and the panels. */
export function EditorBar() {
  const { door, panel, openPanel } = useRoom();
  return (
    <header className={styles['bar']}>
      {door.back !== undefined && (
        <Link className={styles['back']} href="/jobs">
          ← {door.back}
        </Link>
      )}
      <h1 className={styles['name']} title={door.jobName}>
        {door.jobName}
      </h1>
      <nav className={styles['panels']} aria-label={texts.panels}>
        {allPanels
          .filter(({ ownerOnly }) => door.isOwner || ownerOnly !== true)
          .map(({ id, title }) => (
            <Button
              key={id}
              size="compact-sm"
              variant={panel === id ? 'light' : 'subtle'}
              aria-expanded={panel === id}
              onClick={() => openPanel(panel === id ? undefined : id)}
            >
              {title}
            </Button>
          ))}
      </nav>
    </header>
  );
}
