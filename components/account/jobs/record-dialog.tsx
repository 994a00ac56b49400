'use client';

import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { ShownJob } from '#components/account/job-list';
import { RecordFacts } from '#components/recognition-record';
import { recordTexts as texts } from '#components/texts/recognition';

/** How one job of the list was recognised. */
export function RecordDialog({ job, onClose }: { job: ShownJob; onClose: () => void }) {
  // Read before the dialog takes the focus: it goes back there.
  const [before] = useState(() => document.activeElement);
  const close = (): void => {
    onClose();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
  return (
    <Modal
      opened
      onClose={close}
      returnFocus={false}
      title={texts.title}
      closeButtonProps={{ 'aria-label': texts.close }}
      transitionProps={{ duration: 0 }}
      centered
    >
      {job.recognition !== undefined && <RecordFacts record={job.recognition} />}
    </Modal>
  );
}
