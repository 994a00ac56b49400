'use client';

import { Title } from '@mantine/core';
import { useSearchParams } from 'next/navigation';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { FirstTranscript } from '#components/account/jobs/first-transcript';
import type { JobView } from '#components/account/jobs/job-list';
import { UploadPanel } from '#components/account/uploads/upload-panel';
import type { ActionResult } from '#components/ui/action-result.ts';
import { formatMoney } from '#lib/messages/format';
import * as texts from '#messages/transcripts';
import { choicesStore } from '#components/account/recognition/choices-store.ts';
import type { RecognitionChoices, RecognitionOffer } from '#components/account/recognition/offer.ts';
import { resolveChoices } from '#components/account/recognition/resolve-choices.ts';
import { addFiles, type ChosenUpload, type UploadWork } from '#components/account/uploads/uploads-store.ts';
import { UrlForm } from '#components/account/uploads/url-form';
import { FoundJobs } from './found-jobs';
import { fromSearchParams, isEverything, toSearchParams } from './jobs-query';
import type { JobsQuery, SubmitResult } from './jobs-query';
import { useLiveJobs, type FirstPage } from './use-live-jobs';
import styles from './jobs-page.module.css';

/** What the page can have done. */
export interface JobsActions extends Pick<UploadWork, 'measure'> {
  submitUploads: (uploads: ChosenUpload[]) => Promise<ActionResult<SubmitResult>>;
  submitUrl: (url: string, recognition: RecognitionChoices) => Promise<ActionResult<SubmitResult>>;
  retry: (jobId: string) => Promise<ActionResult<SubmitResult>>;
  rename: (jobId: string, name: string) => Promise<ActionResult<null>>;
  deleteAll: (jobIds: string[]) => Promise<ActionResult<{ skipped: number }>>;
}

interface Props {
  first: FirstPage;
  /** 0 where nothing is charged; then no prices are shown. */
  minuteCents: number;
  maxBytes: number;
  /** What can be chosen for a recording. */
  offer: RecognitionOffer;
  baseUrl: string;
  actions: JobsActions;
}

type Asked = { kind: 'delete'; jobs: JobView[] } | { kind: 'rename' | 'retry' | 'record'; job: JobView };

/* Dialogs come when they are asked for: the list is there sooner without them. */
const RecordDialog = lazy(async () => {
  const { RecordDialog: dialog } = await import('./record-dialog');
  return { default: dialog };
});
const DeleteDialog = lazy(async () => ({ default: (await import('./job-dialogs')).DeleteDialog }));
const RenameDialog = lazy(async () => ({ default: (await import('./job-dialogs')).RenameDialog }));
const RetryDialog = lazy(async () => ({ default: (await import('./job-dialogs')).RetryDialog }));

/** The account's jobs, live, what can be done with them, and where recordings come in. */
export function JobsPage({ first, minuteCents, maxBytes, offer: given, baseUrl, actions }: Props) {
  // Each server action draws the page anew, with another object for the same offer.
  const [offer] = useState(given);
  // The address holds the query: going back from a transcript leads to the same results.
  const params = useSearchParams();
  const query = useMemo(() => fromSearchParams(params), [params]);
  const live = useLiveJobs(first, query);
  // The first upload of all must not fold the box that it was made in.
  const [canFold] = useState(first.jobs.length > 0);
  const isEmpty = live.jobs.length === 0 && isEverything(live.query);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked>();

  const work = useMemo<UploadWork>(
    () => ({
      maxBytes,
      isFree: minuteCents === 0,
      choices: () => readChoices(offer),
      measure: actions.measure,
      submit: actions.submitUploads,
    }),
    [maxBytes, minuteCents, offer, actions],
  );

  const rowActions = useMemo(
    () => ({
      select: ({ id }: JobView) => setSelected((before) => toggle(before, id)),
      askRename: (job: JobView) => setAsked({ kind: 'rename', job }),
      askRecord: (job: JobView) => setAsked({ kind: 'record', job }),
      askRetry: (job: JobView) => setAsked({ kind: 'retry', job }),
      askDelete: (...jobs: JobView[]) => setAsked({ kind: 'delete', jobs }),
    }),
    [],
  );

  const find = useCallback((next: JobsQuery) => {
    setSelected(new Set());
    const params = toSearchParams(next).toString();
    globalThis.history.replaceState(null, '', params === '' ? '/jobs' : `/jobs?${params}`);
  }, []);

  return (
    <>
      <div className={styles['head']}>
        <Title order={1}>{texts.title()}</Title>
        {minuteCents > 0 && (
          <p className={styles['balance']}>
            {texts.balance()} <strong>{formatMoney(live.balanceCents)}</strong>
          </p>
        )}
      </div>
      <UploadPanel work={work} offer={offer} canFold={canFold}>
        <UrlForm minuteCents={minuteCents} choices={work.choices} onSubmit={actions.submitUrl} />
      </UploadPanel>
      {isEmpty ? (
        <FirstTranscript baseUrl={baseUrl} onSample={(file) => addFiles([file], work)} />
      ) : (
        <FoundJobs
          live={live}
          query={query}
          selection={[selected, setSelected]}
          rowActions={rowActions}
          onFind={find}
        />
      )}
      <output className={live.isAway ? styles['away'] : styles['unseen']}>
        {live.isAway ? texts.connectionLost() : live.announcement}
      </output>
      <Suspense>
        <JobDialogs asked={asked} actions={actions} onClose={() => setAsked(undefined)} />
      </Suspense>
    </>
  );
}

function JobDialogs({
  asked,
  actions,
  onClose,
}: {
  asked: Asked | undefined;
  actions: JobsActions;
  onClose: () => void;
}) {
  switch (asked?.kind) {
    case undefined:
      return null;
    case 'delete':
      return <DeleteDialog jobs={asked.jobs} onDelete={actions.deleteAll} onClose={onClose} />;
    case 'rename':
      return <RenameDialog job={asked.job} onRename={actions.rename} onClose={onClose} />;
    case 'record':
      return <RecordDialog job={asked.job} onClose={onClose} />;
    case 'retry': {
      const { state } = asked.job;
      const cents = state.kind === 'failed' ? state.retryCents : 0;
      return <RetryDialog job={asked.job} cents={cents} onRetry={actions.retry} onClose={onClose} />;
    }
  }
}

/** What is in force, unless something is wrong with it. */
function readChoices(offer: RecognitionOffer): RecognitionChoices | undefined {
  const { choices, faults } = resolveChoices(choicesStore.get().draft, offer);
  return faults.length === 0 ? choices : undefined;
}

function toggle(set: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
