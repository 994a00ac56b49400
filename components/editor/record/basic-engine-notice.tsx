'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import { BetterWords } from '#components/recognition-record';
import { isBasic } from '#components/shown-recognition';
import { recordTexts } from '#components/texts/recognition';
import { useRoom } from '../edit-room';
import styles from './basic-engine-notice.module.css';
import { isDismissed, rememberDismissal } from './dismissal';

/** What the owner should know of a transcript by the basic engine, until it is dismissed in this browser. */
export function BasicEngineNotice() {
  const { door, editor } = useRoom();
  const [isHidden, setHidden] = useState(isDismissed);
  if (isHidden || door.recognition === undefined || !isBasic(door.recognition)) return null;
  const dismiss = (): void => {
    rememberDismissal();
    setHidden(true);
    // The button that had the focus goes.
    editor.view.focus();
  };
  return (
    <div className={styles['notice']}>
      <BetterWords />
      <Button size="compact-sm" variant="default" onClick={dismiss}>
        {recordTexts.basic.dismiss}
      </Button>
    </div>
  );
}
