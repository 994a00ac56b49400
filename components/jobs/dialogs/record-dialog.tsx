'use client';

import { Modal } from '@mantine/core';
import type { JobView } from '#components/jobs/list/job-list';
import { RecordFacts } from '#components/recognition/recognition-record';
import * as texts from '#messages/recognition-record';

/** The recognition record of a job in the list. */
export function RecordDialog({ job, onClose }: { job: JobView; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={texts.title()} centered>
      {job.recognition !== undefined && <RecordFacts record={job.recognition} />}
    </Modal>
  );
}
