'use client';

import { Button } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { useState } from 'react';
import type { UploadWork } from '#components/uploads/uploads-store.ts';
import { useOwnAccount } from '#components/shell/own-account';
import { Icon } from '#components/ui/icon';
import { lazyPart } from '#components/ui/lazy-part';
import { formatDate } from '#lib/messages/format';
import * as texts from '#messages/recorder';
import type { Recorder } from './recorder';
import { uploadRecording } from './pending-recordings';
import styles from './recorder.module.css';

const load = () => Promise.all([import('./recorder-dialog'), import('./recorder')]);
const RecorderDialog = lazyPart(async () => (await load())[0].RecorderDialog);

/** Records from the microphone, and uploads the recording. */
export function RecordButton({ work }: { work: UploadWork }) {
  const owner = useOwnAccount()?.id ?? '';
  const [recorder, setRecorder] = useState<Recorder>();
  const [hasError, setError] = useState(false);
  async function open() {
    setError(false);
    try {
      // Loads first, so that nobody speaks before they see that it records.
      const [, { createRecorder }] = await load();
      setRecorder(createRecorder({ owner, name: texts.defaultName({ date: formatDate(new Date()) }) }));
    } catch {
      setError(true);
    }
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon shape={IconMicrophone} />}
        aria-haspopup="dialog"
        onClick={() => void open()}
      >
        {texts.record()}
      </Button>
      {hasError && (
        <span role="alert" className={styles['error']}>
          {texts.recorderFailed()}
        </span>
      )}
      {recorder !== undefined && (
        <RecorderDialog
          recorder={recorder}
          owner={owner}
          onUpload={(recording, file) => void uploadRecording(recording, work, file)}
          onRetry={() => void open()}
          onClose={() => setRecorder(undefined)}
        />
      )}
    </>
  );
}
