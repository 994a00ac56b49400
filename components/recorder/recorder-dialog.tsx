'use client';

import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { ErrorAlert } from '#components/ui/error-alert';
import { focusStep, useReturnFocus } from '#components/ui/focus-on-mount.ts';
import { useStored } from '#components/ui/store.ts';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/recorder';
import { FinishedRecording } from './finished-recording';
import { MicrophoneCheck } from './microphone-check';
import { discardRecording, refreshPending, setActive } from './pending-recordings';
import type { Recorder } from './recorder';
import type { StoredRecording } from './stored-recording';
import { RunningRecording } from './running-recording';

/** Records from the microphone. Closing it before the upload asks whether to discard the recording. */
export function RecorderDialog({
  recorder,
  owner,
  onUpload,
  onRetry,
  onClose,
}: {
  recorder: Recorder;
  /** The account's ID. */
  owner: string;
  onUpload: (recording: StoredRecording, file: File) => void;
  onRetry: () => void;
  onClose: () => void;
}) {
  const state = useStored(recorder.state);
  const [isAsked, setAsked] = useState(false);
  const hasSound = state.kind === 'stopped' ? state.file.size > 0 : 'id' in state;
  const id = 'id' in state ? state.id : undefined;
  useEffect(() => {
    if (id !== undefined) setActive(id);
  }, [id]);
  useAskToStay(hasSound);
  useReturnFocus();
  useEffect(
    () => () => {
      recorder.close();
      setActive(undefined);
      void refreshPending(owner);
    },
    [recorder, owner],
  );

  async function discard() {
    recorder.stop();
    const recording = await waitForEnd(recorder);
    setActive(undefined);
    await discardRecording(recording);
    onClose();
    return undefined;
  }

  return (
    <>
      <Modal
        opened
        onClose={hasSound ? () => setAsked(true) : onClose}
        title={texts.record()}
        centered
        closeOnClickOutside={false}
      >
        {/* Each step removes the button that led to it. */}
        <div key={state.kind === 'paused' ? 'recording' : state.kind} ref={focusStep}>
          {state.kind === 'asking' && <Text role="alert">{texts.asking()}</Text>}
          {state.kind === 'refused' && (
            <>
              <ErrorAlert>{texts.faults[state.fault]()}</ErrorAlert>
              <Group justify="flex-end" mt="md">
                <Button variant="default" onClick={onRetry} data-autofocus>
                  {commonTexts.tryAgain()}
                </Button>
              </Group>
            </>
          )}
          {state.kind === 'ready' && (
            <MicrophoneCheck recorder={recorder} deviceId={state.deviceId} microphones={state.microphones} />
          )}
          {(state.kind === 'recording' || state.kind === 'paused') && (
            <RunningRecording
              recorder={recorder}
              isPaused={state.kind === 'paused'}
              isStored={state.isStored}
            />
          )}
          {state.kind === 'stopped' && (
            <FinishedRecording
              recording={state.recording}
              file={state.file}
              wasCut={state.wasCut}
              onUpload={(recording, file) => {
                setActive(undefined);
                onUpload(recording, file);
                onClose();
              }}
              onDiscard={hasSound ? () => setAsked(true) : onClose}
            />
          )}
        </div>
      </Modal>
      {isAsked && <DiscardDialog onDiscard={discard} onClose={() => setAsked(false)} />}
    </>
  );
}

/** Confirms discarding a recording. */
export function DiscardDialog({
  onDiscard,
  onClose,
}: {
  onDiscard: () => Promise<undefined>;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title={texts.discardTitle()}
      confirmLabel={texts.discard()}
      dismissLabel={texts.discardKeep()}
      onConfirm={onDiscard}
      onClose={onClose}
    >
      <Text>{texts.discardText()}</Text>
    </ConfirmDialog>
  );
}

function waitForEnd({ state }: Recorder): Promise<StoredRecording> {
  return new Promise((resolve) => {
    const look = () => {
      const now = state.get();
      if (now.kind !== 'stopped') return;
      unsubscribe();
      resolve(now.recording);
    };
    const unsubscribe = state.subscribe(look);
    look();
  });
}

/** Makes the browser confirm, in its own words, before the page is left. */
function useAskToStay(isAsking: boolean): void {
  useEffect(() => {
    if (!isAsking) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener('beforeunload', ask);
    return () => globalThis.removeEventListener('beforeunload', ask);
  }, [isAsking]);
}
