'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { JobView } from '#components/jobs/list/job-list';
import { describeState } from '#components/jobs/list/job-status';
import * as againTexts from '#messages/recognize-again';
import * as texts from '#messages/transcripts';
import { useJobEvents, type JobsConnection } from './use-job-events';
import {
  appendPage,
  applyChange,
  loadJobs,
  mayLoseTag,
  mergeTags,
  splitMoves,
  toSearchParams,
  type Credit,
  type JobListPage,
  type JobsQuery,
  type ListChange,
} from './jobs-query';

const pageSize = 100;

/** The latest list for `query`. `announcement` names the jobs that ended last; `next` is set if there are more. */
export interface LiveJobs {
  jobs: JobView[];
  query: JobsQuery;
  next: string | undefined;
  credit: Credit;
  isLoading: boolean;
  connection: JobsConnection;
  hasError: boolean;
  announcement: string;
  more: () => void;
  reload: () => void;
  /** True if the account has archived jobs. */
  hasArchived: boolean;
  /** All tags of the account. */
  tags: string[];
  /** Shows a local change without waiting for the server's event. */
  apply: (change: ListChange) => void;
}

/** The jobs of a query with which the page was rendered. */
export type FirstPage = LoadedPage & { credit: Credit };

/** Jobs and the query they belong to. */
type LoadedPage = JobListPage & { query: JobsQuery };

/** The jobs that match the query, kept up to date by server events. */
export function useLiveJobs(first: FirstPage, query: JobsQuery): LiveJobs {
  const [page, setPage] = useState<LoadedPage>(first);
  const [credit, setCredit] = useState(first.credit);
  // The page may be rerendered with newer data.
  const [given, setGiven] = useState(first.credit);
  if (given !== first.credit) {
    setGiven(first.credit);
    setCredit(first.credit);
  }
  const [fetching, setFetching] = useState<'idle' | 'busy' | 'failed'>('idle');
  const [connection, setConnection] = useState<JobsConnection>('open');
  const [announcement, setAnnouncement] = useState('');
  const shown = useRef({ page, query });
  useEffect(() => {
    shown.current = { page, query };
  });
  const asking = useRef<AbortController>(undefined);
  /** True if the list must be fetched again after the current load. */
  const isOutdated = useRef(false);
  /** Changes received during a load, whose response may be older. */
  const meanwhile = useRef<ListChange[]>([]);

  const load = useCallback(async (asked: JobsQuery, { after, limit }: { after?: string; limit: number }) => {
    asking.current?.abort();
    const { signal } = (asking.current = new AbortController());
    setFetching('busy');
    const get = async (request: { after?: string; limit: number }): Promise<number> => {
      isOutdated.current = false;
      const missed: ListChange[] = (meanwhile.current = []);
      const got = await loadJobs((page) => fetchPage(asked, { ...page, signal }), request);
      signal.throwIfAborted();
      const isNext = request.after !== undefined;
      setPage((before) =>
        missed.reduce(applyToPage, { ...(isNext ? appendPage(before, got) : got), query: asked }),
      );
      meanwhile.current = [];
      return got.jobs.length + (isNext ? shown.current.page.jobs.length : 0);
    };
    try {
      let count = await get({ ...(after !== undefined && { after }), limit });
      while (isOutdated.current) count = await get({ limit: Math.max(pageSize, count) });
      asking.current = undefined;
      setFetching('idle');
    } catch {
      if (signal.aborted) return;
      asking.current = undefined;
      setFetching('failed');
    }
  }, []);

  const reload = useCallback(() => {
    const { page, query } = shown.current;
    // If each change aborted the load, a series of changes would starve it.
    if (asking.current !== undefined) isOutdated.current = true;
    // Loads as many as are shown: fewer would remove visible or selected rows.
    else void load(query, { limit: Math.max(pageSize, page.jobs.length) });
  }, [load]);

  // The page was rendered for one query.
  const loaded = useRef(toSearchParams(first.query).toString());
  useEffect(() => {
    const asked = toSearchParams(query).toString();
    if (asked === loaded.current) return;
    loaded.current = asked;
    void load(query, { limit: pageSize });
  }, [query, load]);

  const apply = useCallback(
    (change: ListChange) => {
      const { page } = shown.current;
      meanwhile.current.push(change);
      setPage((before) => applyToPage(before, change));
      // Only the server knows if another job has the tag.
      if (mayLoseTag(page.jobs, change)) reload();
    },
    [reload],
  );

  useJobEvents({
    reload,
    setConnection,
    onChange({ credit, ...change }) {
      const { page } = shown.current;
      setCredit(credit);
      setAnnouncement(describeEnded(page.jobs, change.jobs));
      const { rest, moved } = splitMoves(change, page.query);
      apply(rest);
      // An event may be older than the list, and the job back in it. A new list is newer than both.
      if (asking.current ? moved.size > 0 : page.jobs.some(({ id }) => moved.has(id))) reload();
    },
  });

  const more = useCallback(() => {
    const { page, query } = shown.current;
    if (page.next !== undefined) void load(query, { after: page.next, limit: pageSize });
  }, [load]);

  return {
    ...page,
    credit,
    isLoading: fetching === 'busy',
    hasError: fetching === 'failed',
    connection,
    announcement,
    more,
    reload,
    apply,
  };
}

async function fetchPage(
  query: JobsQuery,
  { after, limit, signal }: { after?: string | undefined; limit: number; signal: AbortSignal },
): Promise<JobListPage> {
  const params = toSearchParams(query);
  params.set('limit', String(limit));
  if (after !== undefined) params.set('after', after);
  const answer = await fetch(`/jobs/list?${params}`, { signal });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return (await answer.json()) as JobListPage;
}

function applyToPage(page: LoadedPage, change: ListChange): LoadedPage {
  return {
    ...page,
    jobs: applyChange(page.jobs, change, page.query),
    hasArchived: page.hasArchived || change.jobs.some(({ isArchived }) => isArchived),
    tags: mergeTags(page.tags, change),
  };
}

/** Announces which of the shown jobs have just ended. */
function describeEnded(shown: JobView[], changed: JobView[]): string {
  const before = new Map(shown.map((job) => [job.id, job.state.kind]));
  const ended = changed.filter(
    ({ id, state: { kind } }) =>
      (kind === 'transcribed' || kind === 'failed') && before.has(id) && before.get(id) !== kind,
  );
  return ended
    .map(({ name, state, isAgain }) =>
      isAgain === true && state.kind === 'transcribed'
        ? againTexts.ended({ name })
        : texts.ended({ name, status: describeState(state) }),
    )
    .join(' ');
}
