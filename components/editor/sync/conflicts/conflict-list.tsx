'use client';

import * as texts from '#messages/editor/conflicts';
import * as commonTexts from '#messages/common';
import { Button } from '@mantine/core';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { MergeConflict } from '#lib/transcript/merge/merge-edits';
import { useEditorServices } from '#components/editor/context.ts';
import { CopyButton } from '#components/ui/copy-button';
import { focusAtOnce } from '#components/ui/focus-on-mount.ts';
import { useSteadyText } from '#components/editor/reading/steady-text.ts';
import styles from '#components/editor/sync/status/sync.module.css';
import { insertLocal, resolveConflict } from './resolve-conflict';
import { useSyncView } from '#components/editor/sync/use-sync.ts';

/** Both texts of each edit conflict, so that neither is lost. */
export function ConflictList() {
  const { sync } = useEditorServices();
  const getShape = useCallback(
    () =>
      sync
        .view()
        .conflicts.map(({ id }) => id)
        .join(' '),
    [sync],
  );
  const conflicts = useSyncView(sync, ({ conflicts }) => conflicts);
  const isOpening = useSyncView(sync, ({ status }) => status.kind === 'opening');
  // Initial conflicts don't need this: nobody reads the text below yet.
  const isOpened = useRef(false);
  // The bar links here, so typing and reading aren't interrupted.
  const isTextRead = useCallback(
    () => isOpened.current && document.activeElement?.closest('#conflicts') == null,
    [],
  );
  useSteadyText(sync.subscribe, getShape, isTextRead);
  useEffect(() => {
    isOpened.current = !isOpening;
  }, [isOpening]);
  const [dismissed, setDismissed] = useState<MergeConflict>();
  const [restored, setRestored] = useState<string>();
  if (conflicts.length === 0 && dismissed === undefined) return null;
  const dismiss = (conflict: MergeConflict): void => {
    sync.dismiss(conflict);
    setDismissed(conflict);
  };
  const undo = (): void => {
    if (dismissed !== undefined) sync.restore(dismissed);
    setRestored(dismissed?.id);
    setDismissed(undefined);
  };
  return (
    <section
      id="conflicts"
      className={styles['conflicts']}
      aria-label={texts.title({ count: conflicts.length })}
      tabIndex={-1}
    >
      {conflicts.length > 0 && (
        <>
          <h2>{texts.title({ count: conflicts.length })}</h2>
          <p>{texts.help()}</p>
        </>
      )}
      {conflicts.map((conflict) => (
        <ConflictCard
          key={conflict.id}
          conflict={conflict}
          isBack={conflict.id === restored}
          onDismiss={() => dismiss(conflict)}
        />
      ))}
      {dismissed !== undefined && (
        <output key={dismissed.id}>
          {texts.dismissed()}{' '}
          <Button ref={focusAtOnce} size="compact-sm" variant="subtle" onClick={undo}>
            {texts.undo()}
          </Button>
        </output>
      )}
    </section>
  );
}

function ConflictCard({
  conflict,
  isBack,
  onDismiss,
}: {
  conflict: MergeConflict;
  isBack: boolean;
  onDismiss: () => void;
}) {
  const { editor, sync } = useEditorServices();
  const canEdit = useSyncView(sync, ({ canEdit }) => canEdit);
  const [isGone, setGone] = useState(false);
  const mineId = useId();
  const use = (): void => {
    const tr = isGone ? insertLocal(editor.state, conflict) : resolveConflict(editor.state, conflict);
    if (tr === undefined) {
      setGone(true);
      return;
    }
    editor.view.dispatch(tr);
    editor.view.focus();
    sync.dismiss(conflict);
  };
  return (
    <article
      ref={isBack ? focusAtOnce : null}
      tabIndex={-1}
      className={styles['card']}
      aria-label={texts.label({ text: conflict.mine })}
      data-conflict={conflict.id}
    >
      <dl>
        <div>
          <dt>{texts.mine()}</dt>
          <dd id={mineId} dir="auto">
            {conflict.mine || texts.deleted()}
          </dd>
        </div>
        <div>
          <dt>{texts.theirs()}</dt>
          <dd dir="auto">{conflict.theirs || texts.deleted()}</dd>
        </div>
      </dl>
      <div className={styles['actions']}>
        <Button size="compact-sm" onClick={use} disabled={!canEdit}>
          {isGone ? texts.insert() : texts.keepMine()}
        </Button>
        {conflict.mine !== '' && (
          <CopyButton from={mineId} text={conflict.mine} size="compact-sm">
            {commonTexts.copy()}
          </CopyButton>
        )}
        <Button size="compact-sm" variant="subtle" onClick={onDismiss}>
          {texts.dismiss()}
        </Button>
      </div>
    </article>
  );
}
