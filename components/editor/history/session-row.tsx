'use client';

import * as texts from '#messages/editor/history';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { describeChanges, describeSession } from './describe-changes';
import type { Session } from './group-revisions';
import styles from './history.module.css';
import { RevisionRow } from './revision-row';

/** A session: its last save with the combined changes, and the others on demand. Named versions are always shown. */
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
    <RevisionRow
      revision={newest}
      changes={isOpen ? describeChanges(newest) : describeSession([newest, ...earlier])}
      latest={latest}
      onNamed={onNamed}
    >
      {earlier.length > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.saves({ count: earlier.length + 1 })}
        </Button>
      )}
      <ul id={id} className={styles['saves']} hidden={shown.length === 0}>
        {shown.map((revision) => (
          <RevisionRow
            key={revision.number}
            revision={revision}
            changes={describeChanges(revision)}
            latest={latest}
            onNamed={onNamed}
          />
        ))}
      </ul>
    </RevisionRow>
  );
}
