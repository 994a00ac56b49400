'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import { BasicEngineNote } from '#components/recognition/recognition-record';
import { isBasic } from '#components/recognition/recognition-view';
import * as recordTexts from '#messages/recognition-record';
import { useEditorServices } from '#components/editor/context.ts';
import styles from './notice.module.css';

const dismissalKey = 'longhand.basic-engine-notice';

/** What the owner should know of a transcript by the basic engine, until it is dismissed in this browser. */
export function BasicEngineNotice() {
  const { access, editor } = useEditorServices();
  const [isHidden, setHidden] = useState(isDismissed);
  if (isHidden || access.recognition === undefined || !isBasic(access.recognition)) return null;
  const dismiss = (): void => {
    rememberDismissal();
    setHidden(true);
    // The button that had the focus goes.
    editor.view.focus();
  };
  return (
    <div className={styles['notice']}>
      <BasicEngineNote />
      <Button size="compact-sm" variant="default" onClick={dismiss}>
        {recordTexts.basicDismiss()}
      </Button>
    </div>
  );
}

/** Whether the notice on the basic engine was dismissed in this browser. */
function isDismissed(): boolean {
  try {
    return localStorage.getItem(dismissalKey) !== null;
  } catch {
    return false;
  }
}

/** Remembers in this browser, where it can, that the notice was dismissed. */
function rememberDismissal(): void {
  try {
    localStorage.setItem(dismissalKey, 'dismissed');
  } catch {
    // Without a place to keep it, it stays away until the page is left.
  }
}
