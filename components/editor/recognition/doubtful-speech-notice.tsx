'use client';

import { Button } from '@mantine/core';
import { describeLostSound } from '#components/recognition/recognition-notes';
import { useEditorServices } from '#components/editor/context.ts';
import { startAtPassage } from '#components/editor/review/review-commands.ts';
import * as commonTexts from '#messages/recognition-record';
import * as texts from '#messages/editor/review';
import styles from './notice.module.css';
import { useDismissal } from './use-dismissal';

/**
 * That some of the sound is lost, and that there is speech without words, or perhaps in another language than its words, for those who can write them, until they review it
 * or dismiss this in this browser.
 */
export function DoubtfulSpeechNotice() {
  const services = useEditorServices();
  const { access, editor } = services;
  const [isHidden, dismiss] = useDismissal(`longhand.missed-speech-notice.${access.jobId}`);
  const { notUnderstood = [], languageDoubtful = [] } = access.speech ?? {};
  const lost = access.recognition && describeLostSound(access.recognition);
  const passages = notUnderstood.length + languageDoubtful.length;
  if (isHidden || (passages === 0 && lost === undefined) || access.may !== 'edit') return null;
  const hide = (): void => {
    dismiss();
    // The button that had the focus goes.
    editor.view.focus();
  };
  const review = (): void => {
    hide();
    void startAtPassage(services);
  };
  return (
    <div className={styles['notice']}>
      <div className={styles['text']}>
        {lost !== undefined && <p>{lost}</p>}
        {notUnderstood.length > 0 && <p>{texts.missedSpeech({ count: notUnderstood.length })}</p>}
        {languageDoubtful.length > 0 && (
          <p>{texts.otherLanguageNotice({ count: languageDoubtful.length })}</p>
        )}
      </div>
      <div className={styles['buttons']}>
        {passages > 0 && (
          <Button size="compact-sm" variant="default" onClick={review}>
            {texts.start()}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={hide}>
          {commonTexts.basicDismiss()}
        </Button>
      </div>
    </div>
  );
}
