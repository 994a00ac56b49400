'use client';

import { Button } from '@mantine/core';
import { describeUnheard } from '#components/recognition/recognition-notes';
import * as texts from '#messages/recognition-record';
import { useEditorServices } from '#components/editor/context.ts';
import styles from './notice.module.css';
import { useDismissal } from './use-dismissal';

/** Tells the owner which audio tracks may have speech that is not in the transcript, until that is dismissed in this browser. */
export function LeftOutTracksNotice() {
  const { access, editor, overlay } = useEditorServices();
  const [isDismissed, dismiss] = useDismissal(`longhand.left-out-tracks-notice.${access.jobId}`);
  const text = access.recognition && describeUnheard(access.recognition);
  if (isDismissed || text === undefined) return null;
  const hide = (): void => {
    dismiss();
    // The button that had the focus goes.
    editor.view.focus();
  };
  return (
    <div className={styles['notice']}>
      <div className={styles['text']}>
        <p>{text}</p>
      </div>
      <div className={styles['buttons']}>
        <Button size="compact-sm" variant="default" onClick={() => overlay.set({ kind: 'record' })}>
          {texts.details()}
        </Button>
        <Button size="compact-sm" variant="default" onClick={hide}>
          {texts.basicDismiss()}
        </Button>
      </div>
    </div>
  );
}
