'use client';

import { Button } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { UploadWork } from '#components/uploads/uploads-store.ts';
import { useOwnAccount } from '#components/shell/own-account';
import { Icon } from '#components/ui/icon';
import { formatDate } from '#lib/messages/format';
import * as texts from '#messages/recorder';
import { createRecorder, type Recorder } from './recorder';
import { uploadRecording } from './pending-recordings';
import styles from './recorder.module.css';

const load = () => import('./recorder-dialog');
const RecorderDialog = lazy(async () => ({ default: (await load()).RecorderDialog }));

/** Records with the microphone, and uploads what was recorded. */
export function RecordButton({ work }: { work: UploadWork }) {
  const owner = useOwnAccount()?.id ?? '';
  const [recorder, setRecorder] = useState<Recorder>();
  const [hasError, setError] = useState(false);
  const begin = () =>
    setRecorder(createRecorder({ owner, name: texts.defaultName({ date: formatDate(new Date()) }) }));
  async function open() {
    setError(false);
    try {
      // Nobody speaks before they can see that it records.
      await load();
      begin();
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
        <Suspense>
          <RecorderDialog
            recorder={recorder}
            owner={owner}
            onUpload={(recording, file) => void uploadRecording(recording, work, file)}
            onRetry={begin}
            onClose={() => setRecorder(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
