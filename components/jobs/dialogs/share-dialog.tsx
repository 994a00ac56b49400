'use client';

import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { JobView } from '#components/jobs/list/job-list';
import { JobLinks } from '#components/editor/share/job-links';
import type { LinkActions } from '#components/editor/share/links.ts';
import * as texts from '#messages/transcript-menu';

/** The share links of a job in the list. */
export function ShareDialog({
  job,
  links,
  onClose,
}: {
  job: JobView;
  links: LinkActions;
  onClose: () => void;
}) {
  const [announcement, setAnnouncement] = useState('');

  function close() {
    // Escape reaches every open dialog. The confirmation to revoke a link is on top of this one.
    if (document.querySelectorAll('[role="dialog"]').length === 1) onClose();
  }

  return (
    <Modal
      opened
      onClose={close}
      title={texts.shareTitle({ name: job.name })}
      styles={{ title: { lineHeight: 1.35, overflowWrap: 'anywhere' } }}
      centered
    >
      <JobLinks jobId={job.id} actions={links} announce={setAnnouncement} />
      <output className="unseen">{announcement}</output>
    </Modal>
  );
}
