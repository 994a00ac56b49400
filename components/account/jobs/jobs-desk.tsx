'use client';

import { Title } from '@mantine/core';
import { useSearchParams } from 'next/navigation';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { FirstTranscript } from '#components/account/first-transcript';
import type { ShownJob } from '#components/account/job-list';
import { UploadPanel } from '#components/account/uploads/upload-panel';
import { jobsTexts as texts, toMoney } from '#components/texts/jobs';
import { readChoicesState } from '../recognition/choices-store';
import type { RecognitionChoices, RecognitionOffer } from '../recognition/offer';
import { resolveChoices } from '../recognition/resolve-choices';
import { addFiles, type ChosenUpload, type UploadWork } from '../uploads/uploads-store';
import { UrlForm } from '../uploads/url-form';
import { DeleteQuestion, RenameQuestion, RetryQuestion } from './job-questions';
import { FoundJobs } from './found-jobs';
import { fromSearchParams, isEverything, toSearchParams } from './jobs-query';
import type { JobsQuery, Ordered, Outcome } from './jobs-query';
import { useLiveJobs, type FirstPage } from './use-live-jobs';
import styles from './jobs-desk.module.css';

export type { JobsChange, JobsPage, JobsQuery, Ordered, Outcome } from './jobs-query';
export type { ChoiceFaults, RecognitionChoices, RecognitionOffer } from '../recognition/offer';
export type { ChosenUpload } from '../uploads/uploads-store';

/** What the page can have done. */
export interface JobsActions extends Pick<UploadWork, 'measure'> {
  submitUploads: (uploads: ChosenUpload[]) => Promise<Outcome<Ordered>>;
  submitUrl: (url: string, recognition: RecognitionChoices) => Promise<Outcome<Ordered>>;
  retry: (jobId: string) => Promise<Outcome<Ordered>>;
  rename: (jobId: string, name: string) => Promise<Outcome<null>>;
  deleteAll: (jobIds: string[]) => Promise<Outcome<{ kept: number }>>;
}

interface Props {
  first: FirstPage;
  /** 0 where nothing is charged; then nothing is said of money. */
  minuteCents: number;
  maxBytes: number;
  /** What can be chosen for a recording. */
  offer: RecognitionOffer;
  baseUrl: string;
  actions: JobsActions;
}

type Asked = { kind: 'delete'; jobs: ShownJob[] } | { kind: 'rename' | 'retry' | 'record'; job: ShownJob };

const RecordDialog = lazy(async () => {
  const { RecordDialog: dialog } = await import('./record-dialog');
  return { default: dialog };
});

/** The account's jobs, live, what can be done with them, and where recordings come in. */
export function JobsDesk({ first, minuteCents, maxBytes, offer: given, baseUrl, actions }: Props) {
  // Each server action draws the page anew, with another object for the same offer.
  const [offer] = useState(given);
  // The address says what is looked for: the way back from a transcript leads to what was found.
  const params = useSearchParams();
  const query = useMemo(() => fromSearchParams(params), [params]);
  const live = useLiveJobs(first, query);
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

  const deeds = useMemo(
    () => ({
      select: ({ id }: ShownJob) => setSelected((before) => toggled(before, id)),
      askRename: (job: ShownJob) => setAsked({ kind: 'rename', job }),
      askRecord: (job: ShownJob) => setAsked({ kind: 'record', job }),
      askRetry: (job: ShownJob) => setAsked({ kind: 'retry', job }),
      askDelete: (...jobs: ShownJob[]) => setAsked({ kind: 'delete', jobs }),
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
        <Title order={1}>{texts.title}</Title>
        {minuteCents > 0 && (
          <p className={styles['balance']}>
            {texts.balance} <strong>{toMoney(live.balanceCents)}</strong>
          </p>
        )}
      </div>
      <UploadPanel work={work} offer={offer}>
        <UrlForm minuteCents={minuteCents} choices={work.choices} onSubmit={actions.submitUrl} />
      </UploadPanel>
      {live.jobs.length === 0 && isEverything(live.query) ? (
        <FirstTranscript baseUrl={baseUrl} onSample={(file) => addFiles([file], work)} />
      ) : (
        <FoundJobs
          live={live}
          query={query}
          selection={[selected, setSelected]}
          deeds={deeds}
          onFind={find}
        />
      )}
      <output className={live.isAway ? styles['away'] : styles['unseen']}>
        {live.isAway ? texts.lost : live.news}
      </output>
      <Questions asked={asked} actions={actions} onClose={() => setAsked(undefined)} />
    </>
  );
}

function Questions({
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
      return <DeleteQuestion jobs={asked.jobs} onDelete={actions.deleteAll} onClose={onClose} />;
    case 'rename':
      return <RenameQuestion job={asked.job} onRename={actions.rename} onClose={onClose} />;
    case 'record':
      return (
        <Suspense>
          <RecordDialog job={asked.job} onClose={onClose} />
        </Suspense>
      );
    case 'retry': {
      const { state } = asked.job;
      const cents = state.kind === 'failed' ? state.retryCents : 0;
      return <RetryQuestion job={asked.job} cents={cents} onRetry={actions.retry} onClose={onClose} />;
    }
  }
}

/** What is in force, unless something is wrong with it. */
function readChoices(offer: RecognitionOffer): RecognitionChoices | undefined {
  const { choices, faults } = resolveChoices(readChoicesState().draft, offer);
  return faults.length === 0 ? choices : undefined;
}

function toggled(set: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
