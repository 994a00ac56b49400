'use client';

import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { jobsTexts as texts } from '#components/texts/jobs';
import styles from './jobs-desk.module.css';
import type { LiveJobs } from './use-live-jobs';

/** The end of the list: more of it comes when it comes into sight, or by its button. */
export function MoreJobs({
  live: { next, isLoading, hasTrouble, more, reload },
}: {
  live: Pick<LiveJobs, 'next' | 'isLoading' | 'hasTrouble' | 'more' | 'reload'>;
}) {
  const end = useRef<HTMLDivElement>(null);
  const isWaiting = next !== undefined && !isLoading && !hasTrouble;
  useEffect(() => {
    const element = end.current;
    if (element === null || !isWaiting) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more();
      },
      { rootMargin: '600px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWaiting, more]);

  return (
    <div ref={end} className={styles['more']}>
      {hasTrouble && (
        <>
          <span role="alert">{texts.listTrouble}</span>
          <Button variant="default" onClick={reload}>
            {texts.tryAgain}
          </Button>
        </>
      )}
      {!hasTrouble && next !== undefined && (
        <Button variant="default" disabled={isLoading} onClick={more}>
          {isLoading ? texts.loading : texts.more}
        </Button>
      )}
    </div>
  );
}
