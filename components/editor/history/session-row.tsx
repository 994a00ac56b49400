'use client';

import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { historyTexts as texts } from '#components/texts/history';
import type { Session } from './group-revisions';
import styles from './history.module.css';
import { RevisionRow } from './revision-row';

/** What somebody wrote in one go: its last save, and the others on demand. Named ones are always shown. */
export function SessionRow({
  session: { newest, earlier },
  latest,
  onNamed,
}: {
  session: Session;
  latest: number;
  onNamed: () => Promise<void>;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const shown = isOpen ? earlier : earlier.filter(({ name }) => name !== undefined);
  return (
    <RevisionRow revision={newest} latest={latest} onNamed={onNamed}>
      {earlier.length > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.saves(earlier.length + 1)}
        </Button>
      )}
      <ul id={id} className={styles['saves']} hidden={shown.length === 0}>
        {shown.map((one) => (
          <RevisionRow key={one.number} revision={one} latest={latest} onNamed={onNamed} />
        ))}
      </ul>
    </RevisionRow>
  );
}
