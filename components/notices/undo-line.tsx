'use client';

import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { BusyButton, SmallButton } from '#components/ui/busy-button';
import { Icon } from '#components/ui/icon';
import * as againTexts from '#messages/recognize-again';
import * as texts from '#messages/undo-line';
import styles from './undo-line.module.css';

/** A message about an action, with an Undo button (also Ctrl+Z) if it can be undone. */
export interface UndoNotice {
  text: string;
  undoable: readonly string[];
  onShow?: () => void;
}

/** The last action, with Undo and a link to the result, until dismissed. */
export function UndoLine({
  notice,
  announcement,
  isUndoing,
  onUndo,
  onDismiss,
}: {
  notice: UndoNotice | undefined;
  /** For screen readers only. */
  announcement: string;
  isUndoing: boolean;
  onUndo: () => Promise<void>;
  onDismiss: () => void;
}) {
  const canUndo = notice !== undefined && notice.undoable.length > 0;
  useUndoKey(canUndo, onUndo);
  return (
    <div className={notice === undefined ? 'unseen' : styles['line']}>
      <output className={styles['text']}>{notice?.text ?? announcement}</output>
      {canUndo && (
        <BusyButton
          variant="subtle"
          size="xs"
          h={36}
          isBusy={isUndoing}
          aria-keyshortcuts="Control+Z Meta+Z"
          onClick={() => void onUndo()}
        >
          {texts.undo()}
        </BusyButton>
      )}
      {notice?.onShow !== undefined && (
        <SmallButton variant="subtle" onClick={notice.onShow}>
          {againTexts.show()}
        </SmallButton>
      )}
      {notice !== undefined && (
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={texts.dismiss()} onClick={onDismiss}>
          <Icon shape={IconX} />
        </ActionIcon>
      )}
    </div>
  );
}

/** Handles Ctrl+Z, except where it undoes typing or belongs to an overlay. */
function useUndoKey(canUndo: boolean, onUndo: () => Promise<void>): void {
  const latest = useRef(onUndo);
  useEffect(() => {
    latest.current = onUndo;
  });
  useEffect(() => {
    if (!canUndo) return;
    const press = (event: KeyboardEvent): void => {
      const isUndo =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z';
      const isElsewhere =
        event.target instanceof Element &&
        event.target.closest(
          'input:not([type="checkbox"]), textarea, select, [role="dialog"], [role="menu"]',
        ) !== null;
      if (!isUndo || isElsewhere) return;
      event.preventDefault();
      void latest.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [canUndo]);
}
