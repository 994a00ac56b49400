'use client';

import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { JobRowActions, JobView } from '#components/jobs/list/job-list';
import { maxJobsAtOnce } from '#components/jobs/live/jobs-query.ts';
import * as texts from '#messages/transcripts';
import styles from '#components/jobs/jobs.module.css';

const DownloadDialog = lazy(async () => ({
  default: (await import('./download/download-dialog')).DownloadDialog,
}));

/** Actions on all selected jobs. */
export function SelectionBar({
  jobs,
  rowActions,
  onSelectAll,
  onSelectNone,
}: {
  jobs: JobView[];
  rowActions: Pick<JobRowActions, 'trash' | 'archive' | 'unarchive'>;
  onSelectAll: () => void;
  onSelectNone: () => void;
}) {
  const [isDownloading, setDownloading] = useState(false);
  const transcribed = jobs.filter(({ state: { kind } }) => kind === 'transcribed');
  const isTooMany = transcribed.length > maxJobsAtOnce;
  // The list has either those archived or the others.
  const isArchived = jobs.some((job) => job.isArchived);

  return (
    <section
      className={styles['selection']}
      aria-label={texts.selection()}
      data-item={jobs[0]?.id}
      data-control="select"
    >
      <span aria-live="polite">{texts.selectedCount({ count: jobs.length })}</span>
      <Button variant="default" size="xs" h={36} onClick={onSelectAll}>
        {texts.selectAll()}
      </Button>
      <Button variant="default" size="xs" h={36} onClick={onSelectNone}>
        {texts.clear()}
      </Button>
      <Button
        size="xs"
        h={36}
        disabled={transcribed.length === 0 || isTooMany}
        onClick={() => setDownloading(true)}
      >
        {texts.download()}
      </Button>
      <Button
        variant="default"
        size="xs"
        h={36}
        onClick={() => void (isArchived ? rowActions.unarchive : rowActions.archive)(...jobs)}
      >
        {isArchived ? texts.moveBack() : texts.archive()}
      </Button>
      <Button color="red.9" size="xs" h={36} onClick={() => void rowActions.trash(...jobs)}>
        {texts.deleteTranscript()}
      </Button>
      <span role="alert" className={styles['error']}>
        {transcribed.length === 0 && texts.downloadUnavailable()}
        {isTooMany && texts.downloadTooMany({ count: maxJobsAtOnce })}
      </span>
      {isDownloading && (
        <Suspense>
          <DownloadDialog
            ids={transcribed.map(({ id }) => id)}
            leftOut={jobs.length - transcribed.length}
            onClose={() => setDownloading(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
