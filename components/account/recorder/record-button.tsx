'use client';

import { Button } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { useState } from 'react';
import type { UploadWork } from '#components/account/uploads/uploads-store.ts';
import { useOwnAccount } from '#components/shell/own-account';
import { Icon } from '#components/ui/icon';
import { formatDate } from '#lib/messages/format';
import * as texts from '#messages/recorder';
import { createRecorder, type Recorder } from './recorder';
import { uploadRecording } from './pending-recordings';
import { RecorderDialog } from './recorder-dialog';

/** Records with the microphone, and uploads what was recorded. */
export function RecordButton({ work }: { work: UploadWork }) {
  const owner = useOwnAccount()?.id ?? '';
  const [recorder, setRecorder] = useState<Recorder>();
  const begin = () =>
    setRecorder(createRecorder({ owner, name: texts.defaultName({ date: formatDate(new Date()) }) }));
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon shape={IconMicrophone} />}
        aria-haspopup="dialog"
        onClick={begin}
      >
        {texts.record()}
      </Button>
      {recorder !== undefined && (
        <RecorderDialog
          recorder={recorder}
          owner={owner}
          onUpload={(recording, file) => void uploadRecording(recording, work, file)}
          onRetry={begin}
          onClose={() => setRecorder(undefined)}
        />
      )}
    </>
  );
}
