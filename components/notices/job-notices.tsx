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

/** Notifies of the account's jobs that end while one of its pages is open, if that is turned on: in one tab of all. */
export function JobNotices() {
  const isOn = useStored(noticeStore, 'off') === 'on';
  useEffect(followOtherTabs, []);
  return isOn ? <InOneTab /> : null;
}

/** Waits for the tabs that came before to be closed. */
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
    // It rejects when the tab stops waiting.
    navigator.locks.request(lock, { signal }, stay).catch(() => undefined);
    return () => leaving.abort();
  }, []);
  return isFirst ? <Watcher /> : null;
}

function Watcher() {
  const router = useRouter();
  const watch = useRef<JobWatch>(undefined);
  /** Changes received before the first look. */
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
      // A job may have ended between the two answers.
      const jobs = [...running, ...newest];
      if (watch.current !== undefined) return take(jobs);
      watch.current = beginWatch(jobs);
      take(early.current);
    } catch {
      // The next connection looks again.
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
    // Some browsers of phones have the interface, and refuse to use it.
  }
}

/** Opens a transcript, from the editor in a new tab. */
function open(href: string, goTo: (href: string) => void): void {
  const isEditing = globalThis.location.pathname.startsWith('/editor/');
  if (isEditing && globalThis.open(href, '_blank') !== null) return;
  goTo(href);
}
