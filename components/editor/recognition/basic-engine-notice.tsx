'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import { BasicEngineNote } from '#components/recognition/recognition-record';
import { isBasic } from '#components/recognition/recognition-view';
import * as recordTexts from '#messages/recognition-record';
import { useEditorServices } from '#components/editor/context.ts';
import styles from './basic-engine-notice.module.css';
import { isDismissed, rememberDismissal } from './dismissal';

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
