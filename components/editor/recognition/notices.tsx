'use client';

import * as texts from '#messages/recognition-record';
import * as reviewTexts from '#messages/editor/review';
import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import {
  BasicEngineNote,
  describeLostSound,
  describeUnheard,
} from '#components/recognition/recognition-notes';
import { isBasic } from '#components/recognition/recognition-view';
import { useEditorServices } from '#components/editor/context.ts';
import { startAtPassage } from '#components/editor/review/review-commands.ts';
import { readLocal, writeLocal } from '#components/ui/persisted-store.ts';
import styles from './notices.module.css';

/** Notes that the basic engine made the transcript. */
export function BasicEngineNotice() {
  const { access } = useEditorServices();
  if (access.recognition === undefined || !isBasic(access.recognition)) return null;
  return (
    <Notice storageKey="longhand.basic-engine-notice">
      <BasicEngineNote />
    </Notice>
  );
}

/** Tells the owner which audio tracks may contain speech missing from the transcript. */
export function LeftOutTracksNotice() {
  const { access, overlay } = useEditorServices();
  const text = access.recognition && describeUnheard(access.recognition);
  if (text === undefined) return null;
  return (
    <Notice
      storageKey={`longhand.left-out-tracks-notice.${access.jobId}`}
      action={{ label: texts.title(), run: () => overlay.set({ kind: 'record' }) }}
    >
      <p>{text}</p>
    </Notice>
  );
}

/** Tells editors about lost audio, unrecognized speech, and words that may be in another language. */
export function DoubtfulSpeechNotice() {
  const services = useEditorServices();
  const { access } = services;
  const { notUnderstood = [], languageDoubtful = [] } = access.speech ?? {};
  const lost = access.recognition && describeLostSound(access.recognition);
  const passages = notUnderstood.length + languageDoubtful.length;
  if ((passages === 0 && lost === undefined) || access.may !== 'edit') return null;
  const action = { label: reviewTexts.start(), dismisses: true, run: () => void startAtPassage(services) };
  return (
    <Notice storageKey={`longhand.missed-speech-notice.${access.jobId}`} {...(passages > 0 && { action })}>
      {lost !== undefined && <p>{lost}</p>}
      {notUnderstood.length > 0 && <p>{reviewTexts.missedSpeech({ count: notUnderstood.length })}</p>}
      {languageDoubtful.length > 0 && (
        <p>{reviewTexts.otherLanguageNotice({ count: languageDoubtful.length })}</p>
      )}
    </Notice>
  );
}

/** A notice above the text, until dismissed in this browser. */
function Notice({
  storageKey,
  action,
  children,
}: {
  storageKey: string;
  action?: { label: string; run: () => void; dismisses?: boolean };
  children: ReactNode;
}) {
  const { editor } = useEditorServices();
  const [isDismissed, setDismissed] = useState(() => readLocal(storageKey) !== undefined);
  if (isDismissed) return null;
  const dismiss = (): void => {
    writeLocal(storageKey, 'dismissed');
    setDismissed(true);
    // Dismissing removes the focused button.
    editor.view.focus();
  };
  const start = (): void => {
    if (action?.dismisses === true) dismiss();
    action?.run();
  };
  return (
    <div className={styles['notice']}>
      <div className={styles['text']}>{children}</div>
      <Group gap="var(--space-2)">
        {action !== undefined && (
          <Button size="compact-sm" variant="default" onClick={start}>
            {action.label}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={dismiss}>
          {texts.basicDismiss()}
        </Button>
      </Group>
    </div>
  );
}
