'use client';

import { useState, type ReactNode } from 'react';
import type { TagChange } from '#components/jobs/dialogs/tags-dialog';
import type { JobRowActions, JobView } from '#components/jobs/list/job-list';
import { maxJobsAtOnce } from '#components/jobs/live/jobs-query.ts';
import { sendInChunks } from '#components/jobs/live/send-in-chunks.ts';
import { lazyPart } from '#components/ui/lazy-part';
import { SmallButton } from '#components/ui/busy-button';
import { maxTags } from '#lib/transcript/tags';
import * as againTexts from '#messages/recognize-again';
import * as texts from '#messages/transcripts';
import * as tagTexts from '#messages/transcript-tags';
import { changeTags, readTemplates, saveTemplates } from './actions';
import styles from '#components/jobs/jobs.module.css';

const DownloadDialog = lazyPart(async () => (await import('./download/download-dialog')).DownloadDialog);
const TagsDialog = lazyPart(async () => (await import('#components/jobs/dialogs/tags-dialog')).TagsDialog);

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
  // The list shows either archived jobs or the others.
  const isArchived = jobs.some((job) => job.isArchived);

  return (
    <section
      className={styles['selection']}
      aria-label={texts.selection()}
      data-item={jobs[0]?.id}
      data-control="select"
    >
      <span aria-live="polite">{texts.selectedCount({ count: jobs.length })}</span>
      <SmallButton onClick={onSelectAll}>{texts.selectAll()}</SmallButton>
      <SmallButton onClick={onSelectNone}>{texts.clear()}</SmallButton>
      <SmallButton
        variant="filled"
        disabled={transcribed.length === 0 || isTooMany}
        onClick={() => setAsked('download')}
      >
        {texts.download()}
      </SmallButton>
      <SmallButton onClick={() => setAsked('tags')}>{texts.changeTags()}</SmallButton>
      {jobs.some(({ canRecognizeAgain }) => canRecognizeAgain) && (
        <SmallButton onClick={() => rowActions.ask({ kind: 'recognize', jobs })}>
          {againTexts.command()}
        </SmallButton>
      )}
      <SmallButton onClick={() => void (isArchived ? rowActions.unarchive : rowActions.archive)(...jobs)}>
        {isArchived ? texts.moveBack() : texts.archive()}
      </SmallButton>
      <SmallButton variant="filled" color="red.9" onClick={() => void rowActions.trash(...jobs)}>
        {texts.deleteTranscript()}
      </SmallButton>
      <span role="alert" className={styles['error']}>
        {transcribed.length === 0 && texts.downloadUnavailable()}
        {isTooMany && texts.downloadTooMany({ count: maxJobsAtOnce })}
      </span>
      {asked === 'download' && (
        <DownloadDialog
          templates={templates}
          ids={transcribed.map(({ id }) => id)}
          leftOut={jobs.length - transcribed.length}
          onClose={close}
        />
      )}
      {asked === 'tags' && (
        <TagsDialog jobs={jobs} known={tags} onSave={(change) => saveTags(jobs, change)} onClose={close} />
      )}
    </section>
  );
}

/** Changes the jobs' tags. Returns an error about those that couldn't be changed. */
async function saveTags(jobs: JobView[], { add, remove }: TagChange): Promise<ReactNode> {
  const ids = jobs.map(({ id }) => id);
  const { values, error } = await sendInChunks(ids, (some) => changeTags(some, { add, remove }));
  const full = values.flat().length;
  return error ?? (full > 0 ? tagTexts.noRoom({ count: full, max: maxTags }) : undefined);
}
