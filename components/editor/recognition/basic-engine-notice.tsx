'use client';

import { Button } from '@mantine/core';
import { BasicEngineNote } from '#components/recognition/recognition-notes';
import { isBasic } from '#components/recognition/recognition-view';
import * as recordTexts from '#messages/recognition-record';
import { useEditorServices } from '#components/editor/context.ts';
import styles from './notice.module.css';
import { useDismissal } from './use-dismissal';

/** The note on a transcript by the basic engine, until it is dismissed in this browser. */
export function BasicEngineNotice() {
  const { access, editor } = useEditorServices();
  const [isHidden, hide] = useDismissal('longhand.basic-engine-notice');
  if (isHidden || access.recognition === undefined || !isBasic(access.recognition)) return null;
  const dismiss = (): void => {
    hide();
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
