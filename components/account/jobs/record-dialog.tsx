'use client';

import { Modal } from '@mantine/core';
import type { ShownJob } from '#components/account/job-list';
import { RecordFacts } from '#components/recognition-record';
import { recordTexts as texts } from '#components/texts/recognition';

/** How one job of the list was recognised. */
export function RecordDialog({ job, onClose }: { job: ShownJob; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.title}
      closeButtonProps={{ 'aria-label': texts.close }}
      transitionProps={{ duration: 0 }}
      centered
    >
      {job.recognition !== undefined && <RecordFacts record={job.recognition} />}
    </Modal>
  );
}
