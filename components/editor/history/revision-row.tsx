'use client';

import * as texts from '#messages/editor/history';
import { Badge, Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { LocalTime } from '#components/ui/local-time';
import { useEditorServices, useOpenVersion } from '#components/editor/context.ts';
import { focusAtOnce } from '#components/ui/focus-on-mount.ts';
import styles from './history.module.css';
import { NameVersion } from './name-version';
import { RevisionAuthor } from './revision-title';
import type { ListedRevision } from './listed-revision';

/** A version in the history: a button that opens it, author and time, and a field for its name. */
export function RevisionRow({
  revision,
  changes,
  latest,
  onNamed,
  children,
}: {
  revision: ListedRevision;
  /** Its changes, in words. */
  changes: readonly string[];
  latest: number;
  onNamed: () => Promise<void>;
  children?: ReactNode;
}) {
  const { access, openVersion } = useEditorServices();
  const shown = useOpenVersion();
  const [isNaming, setNaming] = useState(false);
  const [wasNamed, setNamed] = useState(false);
  const endNaming = (): void => {
    setNamed(true);
    setNaming(false);
  };
  const { number, at, author, name } = revision;
  const isShown = shown?.kind === 'version' && shown.revision.number === number;

  return (
    <li className={styles['row']} data-revision={number}>
      <button
        type="button"
        className={styles['open']}
        aria-current={isShown || undefined}
        onClick={() => openVersion.set({ kind: 'version', revision })}
      >
        <span className={styles['what']}>
          {number === 0 ? (
            texts.originalTranscript()
          ) : name === undefined ? (
            <Moment at={at} number={number} />
          ) : (
            <bdi>{name}</bdi>
          )}
          {number === latest && number > 0 && (
            <Badge size="xs" variant="light" className={styles['badge'] ?? ''}>
              {texts.latest()}
            </Badge>
          )}
        </span>
        {changes.length > 0 && <span className={styles['changes']}>{changes.join(' · ')}</span>}
        <span className={styles['facts']}>
          {name !== undefined && at !== null && (
            <>
              <Moment at={at} number={number} /> ·{' '}
            </>
          )}
          {number > 0 ? <RevisionAuthor author={author} /> : at !== null && <LocalTime iso={at} />}
        </span>
      </button>
      {access.may === 'edit' && number > 0 && !isNaming && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={texts.nameVersion({ number })}
          // The field that had the focus was removed.
          ref={wasNamed ? focusAtOnce : null}
          onClick={() => setNaming(true)}
        >
          {texts.nameAction()}
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
  return at === null ? texts.version({ number }) : <LocalTime iso={at} show="time" />;
}
