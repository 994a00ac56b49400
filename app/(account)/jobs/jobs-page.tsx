'use client';

import { Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { LowBalance } from '#components/jobs/low-balance';
import { FirstTranscript, type Start } from '#components/jobs/first-transcript';
import type { JobView } from '#components/jobs/list/job-list';
import { UploadPanel } from '#components/uploads/upload-panel';
import { Icon } from '#components/ui/icon';
import { formatMoney } from '#lib/messages/format';
import * as texts from '#messages/transcripts';
import * as trashTexts from '#messages/trash';
import { choicesStore } from '#components/recognition/choices-store.ts';
import type { RecognitionChoices, RecognitionOffer } from '#components/recognition/offer.ts';
import { resolveChoices } from '#components/recognition/resolve-choices.ts';
import type { UploadWork } from '#components/uploads/uploads-store.ts';
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
import { JobDialogs, useAsked, type JobActions } from '#components/jobs/dialogs/job-questions';
import { changeLink, listLinks, makeLink, revokeLink } from '#app/editor/link-actions';
import { cancelJob, measureUpload, renameJob, retryJob, setTags, submitUploads, submitUrl } from './actions';
import { trySample } from './try-sample';
import { UndoLine } from './undo-line';
import { useMoves } from './use-moves';
import { useRefreshOnReturn } from '#app/(account)/jobs/use-refresh-on-return';
import { useLiveJobs, type FirstPage } from '#components/jobs/live/use-live-jobs.ts';
import styles from '#components/jobs/jobs.module.css';

const dialogActions: JobActions = {
  retry: retryJob,
  cancel: cancelJob,
  setTags,
  rename: renameJob,
  links: { list: listLinks, make: makeLink, change: changeLink, revoke: revokeLink },
};

interface Props {
  first: FirstPage;
  /** 0 if transcribing is free; then no prices are shown. */
  minuteCents: number;
  maxBytes: number;
  offer: RecognitionOffer;
  start: Start;
}

/** The account's jobs, live, with their actions and the upload box. */
export function JobsPage({ first, minuteCents, maxBytes, offer: given, start }: Props) {
  // Each server action renders the page again, with another object for the same offer.
  const [offer] = useState(given);
  // The query is in the address, so going back from a transcript shows the same results.
  const params = useSearchParams();
  const query = useMemo(() => fromSearchParams(params), [params]);
  const live = useLiveJobs(first, query);
  const { credit } = live;
  // The first upload must not fold the box that it was made in.
  const [canFold] = useState(first.jobs.some(({ isSample }) => !isSample));
  // If transcribing is free, the sample is an upload like any other.
  const isSampleFree = credit.isSampleFree && minuteCents > 0;
  const isNew = isBeginning(live, { isSampleFree });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { region, asked, ask, close, focusFallback } = useAsked();
  const deselect = useCallback((ids: string[]) => {
    const gone = new Set(ids);
    setSelected((before) => new Set([...before].filter((id) => !gone.has(id))));
  }, []);
  const { moves, ...moved } = useMoves({ live, region, focusFallback, onGone: deselect });

  const work = useMemo<UploadWork>(
    () => ({
      maxBytes,
      isFree: minuteCents === 0,
      choices: () => readChoices(offer),
      measure: measureUpload,
      submit: submitUploads,
    }),
    [maxBytes, minuteCents, offer],
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
          onSubmit={submitUrl}
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
            onSample={() => trySample(work, isSampleFree)}
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
          actions={dialogActions}
          tags={live.tags}
          isFree={minuteCents === 0}
          balanceCents={credit.balanceCents}
          onClose={close}
        />
      </Suspense>
    </>
  );
}

/** The choices in force, unless one is invalid. */
function readChoices(offer: RecognitionOffer): RecognitionChoices | undefined {
  const { choices, faults } = resolveChoices(choicesStore.get().draft, offer);
  return faults.length === 0 ? choices : undefined;
}

function toggle(set: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
