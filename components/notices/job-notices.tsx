'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import type { JobView } from '#components/jobs/list/job-list';
import type { JobListPage } from '#components/jobs/live/jobs-query.ts';
import { useJobEvents } from '#components/jobs/live/use-job-events.ts';
import { useStored } from '#components/ui/store.ts';
import * as texts from '#messages/notifications';
import { beginWatch, findEnded, type JobWatch } from './job-watch';
import { followOtherTabs, noticeStore } from './notice-store';

const lock = 'longhand.job-notices';

/** Notifies of ended jobs while a page of the account is open, if enabled. Only one tab notifies. */
export function JobNotices() {
  const isOn = useStored(noticeStore, 'off') === 'on';
  useEffect(followOtherTabs, []);
  return isOn ? <InOneTab /> : null;
}

/** Waits until earlier tabs are closed. */
function InOneTab() {
  const [isFirst, setFirst] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const stay = () =>
      new Promise<void>((resolve) => {
        setFirst(true);
        signal.addEventListener('abort', () => resolve());
      });
    // Rejects when the tab stops waiting.
    navigator.locks.request(lock, { signal }, stay).catch(() => undefined);
    return () => leaving.abort();
  }, []);
  return isFirst ? <Watcher /> : null;
}

function Watcher() {
  const router = useRouter();
  const watch = useRef<JobWatch>(undefined);
  /** Changes received before the initial load. */
  const early = useRef<JobView[]>([]);

  function take(jobs: readonly JobView[]) {
    if (watch.current === undefined) return void early.current.push(...jobs);
    const found = findEnded(watch.current, jobs);
    watch.current = found.watch;
    for (const job of found.ended) notify(job, (href) => open(href, (path) => router.push(path)));
  }

  async function look() {
    try {
      const [newest, running] = await Promise.all([
        fetchJobs(''),
        fetchJobs('?status=in_progress&limit=1000'),
      ]);
      // A job may have ended between the two responses.
      const jobs = [...running, ...newest];
      if (watch.current !== undefined) return take(jobs);
      watch.current = beginWatch(jobs);
      take(early.current);
    } catch {
      // The next connection retries.
    }
  }

  useJobEvents({
    onChange: ({ jobs }) => take(jobs),
    reload: () => void look(),
    setConnection: () => undefined,
  });
  return null;
}

async function fetchJobs(query: string): Promise<JobView[]> {
  const answer = await fetch(`/jobs/list${query}`);
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return ((await answer.json()) as JobListPage).jobs;
}

function notify({ id, name, state }: JobView, onOpen: (href: string) => void): void {
  const isFailed = state.kind === 'failed';
  const body = isFailed ? texts.failedBody({ name, reason: state.detail ?? state.title }) : name;
  try {
    const notice = new Notification(isFailed ? texts.failed() : texts.ready(), {
      body,
      tag: `longhand-job-${id}`,
      icon: '/favicon.svg',
    });
    notice.addEventListener('click', () => {
      globalThis.focus();
      notice.close();
      onOpen(state.kind === 'transcribed' ? state.href : '/jobs');
    });
  } catch {
    // Some mobile browsers have the API but throw when it is used.
  }
}

/** Opens a transcript. From the editor, in a new tab. */
function open(href: string, goTo: (href: string) => void): void {
  const isEditing = globalThis.location.pathname.startsWith('/editor/');
  if (isEditing && globalThis.open(href, '_blank') !== null) return;
  goTo(href);
}
