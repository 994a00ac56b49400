'use client';

import { useRouter, useSearchParams } from 'next/navigation';
import { useCallback, useMemo, useState } from 'react';
import { FirstTranscript, type Start } from '#components/jobs/first-transcript';
import type { JobView } from '#components/jobs/list/job-list';
import { NewTranscript } from '#components/uploads/new-transcript';
import type { CardTerms } from '#components/uploads/cards/card-terms.ts';
import { UploadCards } from '#components/uploads/cards/upload-cards';
import { formatMoney } from '#lib/messages/format';
import * as texts from '#messages/transcripts';
import type { RecognitionOffer } from '#components/recognition/offer.ts';
import type { StoredUpload } from '#components/uploads/upload-phases.ts';
import type { UploadWork } from '#components/uploads/uploads-store.ts';
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
import {
  addLink,
  cancelJob,
  findSubmitted,
  measureUpload,
  readTemplates,
  renameJob,
  retryJob,
  saveTemplates,
  setTags,
  submitUploads,
} from './actions';
import { readRecognizable, recognizeAgain } from './recognize/actions';
import { trySample } from './try-sample';
import { useMoves } from './use-moves';
import { UndoLine } from '#components/notices/undo-line';
import { useRefreshOnReturn } from '#components/ui/refresh-while';
import { useLiveJobs, type FirstPage } from '#components/jobs/live/use-live-jobs.ts';
import styles from '#components/jobs/jobs.module.css';

const dialogActions: JobActions = {
  retry: retryJob,
  cancel: cancelJob,
  setTags,
  rename: renameJob,
  templates: { read: readTemplates, save: saveTemplates },
  again: { read: readRecognizable, start: recognizeAgain },
  links: { list: listLinks, make: makeLink, change: changeLink, revoke: revokeLink },
};

interface Props {
  first: FirstPage;
  /** 0 if transcription is free, which hides prices. */
  minuteCents: number;
  maxBytes: number;
  offer: RecognitionOffer;
  start: Start;
  /** The account's uploads and links that aren't jobs yet. */
  uploads: readonly StoredUpload[];
}

/** The account's jobs, updated live, with their actions and ways to add new ones. */
export function JobsPage({ first, minuteCents, maxBytes, offer: given, start, uploads }: Props) {
  // Each server action rerenders the page with a new object for the same offer.
  const [offer] = useState(given);
  // The query is in the URL, so going back from a transcript shows the same results.
  const params = useSearchParams();
  const query = useMemo(() => fromSearchParams(params), [params]);
  const live = useLiveJobs(first, query);
  const { credit } = live;
  // If transcription is free, the sample is an upload like any other.
  const isSampleFree = credit.isSampleFree && minuteCents > 0;
  const isNew = isBeginning(live, { isSampleFree });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { region, asked, ask, close, focusFallback } = useAsked();
  const deselect = useCallback((ids: string[]) => {
    const gone = new Set(ids);
    setSelected((before) => new Set([...before].filter((id) => !gone.has(id))));
  }, []);
  const { moves, ...moved } = useMoves({ live, region, focusFallback, onGone: deselect });

  const work = useMemo<UploadWork>(() => ({ maxBytes, measure: measureUpload }), [maxBytes]);
  const router = useRouter();
  const terms: CardTerms = {
    ...{ work, findSubmitted, offer, minuteCents, balanceCents: credit.balanceCents, submitUploads },
    onOutOfCredit: () => router.refresh(),
  };

  const rowActions = useMemo(
    () => ({
      select: ({ id }: JobView) => setSelected((before) => toggle(before, id)),
      ask,
      ...moves,
    }),
    [ask, moves],
  );

  const isPoor = credit.balanceCents < minuteCents;
  useRefreshOnReturn(isPoor || uploads.length > 0);

  const find = useCallback((change: Partial<JobsQuery>) => {
    setSelected(new Set());
    // An earlier change may already be in the URL but not rendered yet.
    const current = fromSearchParams(new URLSearchParams(globalThis.location.search));
    const params = toSearchParams({ ...current, ...change }).toString();
    globalThis.history.replaceState(null, '', params === '' ? '/jobs' : `/jobs?${params}`);
  }, []);

  const [searches, setSearches] = useState(0);
  function showInProgress() {
    find({ search: '', status: 'in_progress', isArchived: false, tag: undefined });
    // Otherwise the search field would keep the typed text.
    setSearches(searches + 1);
    moved.dismiss();
  }

  return (
    <>
      <NewTranscript
        title={texts.title()}
        work={work}
        addLink={addLink}
        stored={uploads}
        aside={
          minuteCents > 0 && (
            <p className={styles['balance']}>
              {texts.balance()} <strong>{formatMoney(credit.balanceCents)}</strong>
            </p>
          )
        }
      />
      <UploadCards
        terms={terms}
        stored={uploads}
        jobs={live.jobs}
        isNewShown={isEverything(live.query) && live.query.sort === 'newest'}
      />
      <UndoLine
        notice={moved.notice}
        announcement={moved.announcement}
        isUndoing={moved.isUndoing}
        onUndo={moved.undo}
        onDismiss={moved.dismiss}
      />
      <div ref={region} className={moved.notice && styles['aboveLine']}>
        {(!isNew || live.jobs.length > 0) && (
          <FoundJobs
            key={searches}
            live={live}
            query={query}
            selection={[selected, setSelected]}
            rowActions={rowActions}
            onFind={find}
          />
        )}
        {isNew && (
          <FirstTranscript
            start={start}
            sample={live.jobs.find(({ isSample }) => isSample)}
            isSampleFree={isSampleFree}
            isPoor={isPoor}
            onSample={() => trySample(work, isSampleFree)}
          />
        )}
      </div>
      <output className={live.connection === 'open' ? 'unseen' : styles['away']}>
        <ConnectionText connection={live.connection} path="/jobs" />
        {live.connection === 'open' && live.announcement}
      </output>
      <JobDialogs
        asked={asked}
        actions={dialogActions}
        tags={live.tags}
        isFree={minuteCents === 0}
        balanceCents={credit.balanceCents}
        onStarted={(jobs) => moved.tellStarted(jobs, showInProgress)}
        onClose={close}
      />
    </>
  );
}

function toggle(set: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
