'use client';

import { Button } from '@mantine/core';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { TagChange } from '#components/jobs/dialogs/tags-dialog';
import type { JobRowActions, JobView } from '#components/jobs/list/job-list';
import { maxJobsAtOnce } from '#components/jobs/live/jobs-query.ts';
import { sendInChunks } from '#components/jobs/live/send-in-chunks.ts';
import { maxTags } from '#lib/transcript/tags';
import * as againTexts from '#messages/recognize-again';
import * as texts from '#messages/transcripts';
import * as tagTexts from '#messages/transcript-tags';
import { changeTags, readTemplates, saveTemplates } from './actions';
import styles from '#components/jobs/jobs.module.css';

const DownloadDialog = lazy(async () => ({
  default: (await import('./download/download-dialog')).DownloadDialog,
}));

const TagsDialog = lazy(async () => ({
  default: (await import('#components/jobs/dialogs/tags-dialog')).TagsDialog,
}));

const templates = { read: readTemplates, save: saveTemplates };

/** Actions on all selected jobs. */
export function SelectionBar({
  jobs,
  tags,
  rowActions,
  onSelectAll,
  onSelectNone,
}: {
  jobs: JobView[];
  /** All tags of the account. */
  tags: string[];
  rowActions: Pick<JobRowActions, 'trash' | 'archive' | 'unarchive' | 'ask'>;
  onSelectAll: () => void;
  onSelectNone: () => void;
}) {
  const [asked, setAsked] = useState<'download' | 'tags'>();
  const close = () => setAsked(undefined);
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
        onClick={() => setAsked('download')}
      >
        {texts.download()}
      </Button>
      <Button variant="default" size="xs" h={36} onClick={() => setAsked('tags')}>
        {texts.changeTags()}
      </Button>
      {jobs.some(({ canRecognizeAgain }) => canRecognizeAgain) && (
        <Button
          variant="default"
          size="xs"
          h={36}
          onClick={() => rowActions.ask({ kind: 'recognize', jobs })}
        >
          {againTexts.command()}
        </Button>
      )}
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
      {asked === 'download' && (
        <Suspense>
          <DownloadDialog
            templates={templates}
            ids={transcribed.map(({ id }) => id)}
            leftOut={jobs.length - transcribed.length}
            onClose={close}
          />
        </Suspense>
      )}
      {asked === 'tags' && (
        <Suspense>
          <TagsDialog jobs={jobs} known={tags} onSave={(change) => saveTags(jobs, change)} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}

/** Changes the tags of the jobs, and returns why some of them were not. */
async function saveTags(jobs: JobView[], { add, remove }: TagChange): Promise<ReactNode> {
  const ids = jobs.map(({ id }) => id);
  const { values, error } = await sendInChunks(ids, (some) => changeTags(some, { add, remove }));
  const full = values.flat().length;
  return error ?? (full > 0 ? tagTexts.noRoom({ count: full, max: maxTags }) : undefined);
}
