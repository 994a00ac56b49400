'use client';

import * as documentTexts from '#messages/editor/document';
import * as commonTexts from '#messages/common';
import { CloseButton } from '@mantine/core';
import { useId, useRef } from 'react';
import { onEscape } from '#components/editor/keyboard/on-escape.ts';
import { useEditorServices, useOpenVersion } from '#components/editor/context.ts';
import { useSyncView } from '#components/editor/sync/use-sync.ts';
import { BusyButton } from '#components/ui/busy-button';
import { focusAgain } from '#components/ui/focus-on-mount.ts';
import { useStored } from '#components/ui/store.ts';
import styles from './undo-notice.module.css';
import { acceptUndo } from './undo-offer';

/** The last action and its Undo button, above the player. */
export function UndoNotice() {
  const services = useEditorServices();
  const { editor, sync, undoOffer } = services;
  const offer = useStored(undoOffer);
  const canEdit = useSyncView(sync, ({ canEdit }) => canEdit);
  const before = useRef<Element | null>(null);
  const id = useId();
  const openVersion = useOpenVersion();
  if (offer === undefined || !canEdit || openVersion !== undefined) return null;
  const { text, error, isBusy = false } = offer;

  // Undoing removes the focused button.
  const returnFocus = (): void => {
    if (undoOffer.get() === undefined) focusAgain(before.current, () => editor.view.focus());
  };
  const close = (): void => {
    undoOffer.set(undefined);
    returnFocus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Escape of the controls inside
    <section
      aria-labelledby={id}
      className={styles['notice']}
      data-region="notice"
      // As in a panel, Escape closes this instead of playing.
      data-panel="notice"
      onFocus={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
      onKeyDown={(event) => onEscape(event, close)}
    >
      <p id={id} className={styles['text']}>
        {text}
      </p>
      <BusyButton
        id={`${id}-undo`}
        // The toolbar has an undo button, too.
        aria-labelledby={`${id}-undo ${id}`}
        size="compact-sm"
        variant="light"
        isBusy={isBusy}
        onClick={() => void acceptUndo(services).then(returnFocus)}
      >
        {documentTexts.undo()}
      </BusyButton>
      <CloseButton aria-label={commonTexts.close()} onClick={close} />
      {error !== undefined && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </section>
  );
}
