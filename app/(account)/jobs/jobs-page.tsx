'use client';

import { Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import { LowBalance } from '#components/jobs/low-balance';
import { FirstTranscript, type Start } from '#components/jobs/first-transcript';
import { fetchSample } from '#components/jobs/sample-button';
import type { JobView } from '#components/jobs/list/job-list';
import { UploadPanel } from '#components/uploads/upload-panel';
import { Icon } from '#components/ui/icon';
import { formatMoney } from '#lib/messages/format';
import * as sampleTexts from '#messages/first-transcript';
import * as optionTexts from '#messages/recognition-options';
import * as texts from '#messages/transcripts';
import * as trashTexts from '#messages/trash';
import { choicesStore, showRefusals } from '#components/recognition/choices-store.ts';
import type { RecognitionChoices, RecognitionOffer } from '#components/recognition/offer.ts';
import { resolveChoices } from '#components/recognition/resolve-choices.ts';
import { addFiles, type UploadWork } from '#components/uploads/uploads-store.ts';
import { UrlForm } from './url-form';
import { FoundJobs } from './found-jobs';
import { ConnectionText } from '#components/jobs/live/connection-text';
import {
  fromSearchParams,
  isBeginning,
  isEverything,
  toSearchParams,
  type JobsQuery,
} from '#components/jobs/live/jobs-query.ts';
import { JobDialogs, useAsked, type JobsActions } from '#components/jobs/dialogs/job-questions';
import { UndoLine } from './undo-line';
import { useMoves } from './use-moves';
import { useRefreshOnReturn } from '#app/(account)/jobs/use-refresh-on-return';
import { useLiveJobs, type FirstPage } from '#components/jobs/live/use-live-jobs.ts';
import styles from '#components/jobs/jobs.module.css';

interface Props {
  first: FirstPage;
  /** 0 where nothing is charged; then no prices are shown. */
  minuteCents: number;
  maxBytes: number;
  /** What can be chosen for a recording. */
  offer: RecognitionOffer;
  start: Start;
  actions: JobsActions;
}

/** The account's jobs, live, what can be done with them, and where recordings come in. */
export function JobsPage({ first, minuteCents, maxBytes, offer: given, start, actions }: Props) {
  // Each server action draws the page anew, with another object for the same offer.
  const [offer] = useState(given);
  // The address holds the query: going back from a transcript leads to the same results.
  const params = useSearchParams();
  const query = useMemo(() => fromSearchParams(params), [params]);
  const live = useLiveJobs(first, query);
  const { credit } = live;
  // The first upload of all must not fold the box that it was made in.
  const [canFold] = useState(first.jobs.some(({ isSample }) => !isSample));
  // Where nothing is charged the sample is an upload like any other.
  const isSampleFree = credit.isSampleFree && minuteCents > 0;
  const isNew = isBeginning(live, { isSampleFree });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { region, asked, ask, close, focusFallback } = useAsked();
  const deselect = useCallback((ids: string[]) => {
    const gone = new Set(ids);
    setSelected((before) => new Set([...before].filter((id) => !gone.has(id))));
  }, []);
  const { moves, ...moved } = useMoves({ live, actions, region, focusFallback, onGone: deselect });

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
      askRename: (job: JobView) => ask({ kind: 'rename', job }),
      askTags: (job: JobView) => ask({ kind: 'tags', job }),
      askShare: (job: JobView) => ask({ kind: 'share', job }),
      askExport: (job: JobView) => ask({ kind: 'export', job }),
      askRecord: (job: JobView) => ask({ kind: 'record', job }),
      askRetry: (job: JobView) => ask({ kind: 'retry', job }),
      askCancel: (job: JobView) => ask({ kind: 'cancel', job }),
      ...moves,
    }),
    [ask, moves],
  );

  const isPoor = credit.balanceCents < minuteCents;
  useRefreshOnReturn(isPoor);
  const lowBalance = isPoor ? <LowBalance balanceCents={credit.balanceCents} /> : undefined;

  async function trySample(): Promise<ReactNode> {
    const recognition = work.choices();
    if (!isSampleFree || recognition === undefined) {
      addFiles([await fetchSample()], work);
      return undefined;
    }
    const result = await actions.submitFreeSample(recognition);
    if ('error' in result) return result.error;
    switch (result.value.kind) {
      case 'submitted':
        return undefined;
      case 'sample-used':
        return sampleTexts.sampleUsed();
      case 'out-of-credit':
        return <LowBalance balanceCents={result.value.balanceCents} />;
      case 'choices-refused':
        showRefusals(result.value.faults);
        return optionTexts.refused();
    }
  }

  const find = useCallback((change: Partial<JobsQuery>) => {
    setSelected(new Set());
    // A change before this one may be in the address and not yet be drawn.
    const current = fromSearchParams(new URLSearchParams(globalThis.location.search));
    const params = toSearchParams({ ...current, ...change }).toString();
    globalThis.history.replaceState(null, '', params === '' ? '/jobs' : `/jobs?${params}`);
  }, []);

  return (
    <>
      <div className={styles['head']}>
        <Title order={1}>{texts.title()}</Title>
        <div className={styles['aside']}>
          <Link href="/jobs/trash" prefetch={false} className={styles['trash']}>
            <Icon shape={IconTrash} />
            {trashTexts.title()}
          </Link>
          {minuteCents > 0 && (
            <p className={styles['balance']}>
              {texts.balance()} <strong>{formatMoney(credit.balanceCents)}</strong>
            </p>
          )}
        </div>
      </div>
      <UploadPanel work={work} offer={offer} balanceCents={credit.balanceCents} canFold={canFold && !isNew}>
        <UrlForm
          minuteCents={minuteCents}
          jobs={live.jobs}
          isNewShown={isEverything(live.query) && live.query.sort === 'newest'}
          lowBalance={lowBalance}
          choices={work.choices}
          onSubmit={actions.submitUrl}
        />
      </UploadPanel>
      <UndoLine
        notice={moved.notice}
        announcement={moved.announcement}
        isUndoing={moved.isUndoing}
        onUndo={moved.undo}
        onDismiss={moved.dismiss}
      />
      <div ref={region} className={moved.notice && styles['aboveLine']}>
        {isNew && (
          <FirstTranscript
            start={start}
            sample={live.jobs.find(({ isSample }) => isSample)}
            isSampleFree={isSampleFree}
            lowBalance={lowBalance}
            onSample={trySample}
          />
        )}
        {(!isNew || live.jobs.length > 0) && (
          <FoundJobs
            live={live}
            query={query}
            selection={[selected, setSelected]}
            rowActions={rowActions}
            onFind={find}
          />
        )}
      </div>
      <output className={live.connection === 'open' ? styles['unseen'] : styles['away']}>
        <ConnectionText connection={live.connection} path="/jobs" />
        {live.connection === 'open' && live.announcement}
      </output>
      <Suspense>
        <JobDialogs
          asked={asked}
          actions={actions}
          tags={live.tags}
          isFree={minuteCents === 0}
          balanceCents={credit.balanceCents}
          onClose={close}
        />
      </Suspense>
    </>
  );
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
