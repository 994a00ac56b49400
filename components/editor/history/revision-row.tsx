'use client';

import { Badge, Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { LocalTime } from '#components/local-time';
import { historyTexts as texts } from '#components/texts/history';
import { useRoom } from '../edit-room';
import { focusAtOnce } from '../focus-at-once';
import styles from './history.module.css';
import { NameVersion } from './name-version';
import { RevisionAuthor } from './revision-title';
import type { ListedRevision } from './revisions';

/** A version in the history: a button that opens it, who and when, and a field for its name. */
export function RevisionRow({
  revision,
  latest,
  onNamed,
  children,
}: {
  revision: ListedRevision;
  latest: number;
  onNamed: () => Promise<void>;
  children?: ReactNode;
}) {
  const { door, past, showPast } = useRoom();
  const [isNaming, setNaming] = useState(false);
  const [wasNamed, setNamed] = useState(false);
  const endNaming = (): void => {
    setNamed(true);
    setNaming(false);
  };
  const { number, at, author, name, restoredFrom, monologuesChanged } = revision;
  const isShown = past?.kind === 'version' && past.revision.number === number;

  return (
    <li className={styles['row']} data-revision={number}>
      <button
        type="button"
        className={styles['open']}
        aria-current={isShown || undefined}
        onClick={() => showPast({ kind: 'version', revision })}
      >
        <span className={styles['what']}>
          {number === 0 ? (
            texts.machine
          ) : name === undefined ? (
            <Moment at={at} number={number} />
          ) : (
            <bdi>{name}</bdi>
          )}
          {number === latest && number > 0 && (
            <Badge size="xs" variant="light" className={styles['badge'] ?? ''}>
              {texts.latest}
            </Badge>
          )}
        </span>
        <span className={styles['facts']}>
          {name !== undefined && at !== null && (
            <>
              <Moment at={at} number={number} /> ·{' '}
            </>
          )}
          {number > 0 ? (
            <>
              <RevisionAuthor author={author} /> · {texts.changed(monologuesChanged)}
            </>
          ) : (
            at !== null && <LocalTime iso={at} />
          )}
        </span>
        {restoredFrom !== undefined && (
          <span className={styles['facts']}>{texts.restoredFrom(restoredFrom)}</span>
        )}
      </button>
      {door.may === 'edit' && number > 0 && !isNaming && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={texts.naming.nameOf(number)}
          // The field that had the focus is gone.
          ref={wasNamed ? focusAtOnce : null}
          onClick={() => setNaming(true)}
        >
          {texts.naming.name}
        </Button>
      )}
      {isNaming && (
        <NameVersion
          revision={revision}
          onDone={async () => {
            await onNamed();
            endNaming();
          }}
          onCancel={endNaming}
        />
      )}
      {children}
    </li>
  );
}

function Moment({ at, number }: { at: string | null; number: number }) {
  return at === null ? texts.version(number) : <LocalTime iso={at} show="time" />;
}
