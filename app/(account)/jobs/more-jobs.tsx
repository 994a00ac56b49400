'use client';

import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/transcripts';
import styles from '#components/jobs/jobs.module.css';
import type { LiveJobs } from '#components/jobs/live/use-live-jobs.ts';

/** The end of the list. Loads more when it becomes visible, or by its button. */
export function MoreJobs({
  live: { jobs, next, isLoading, hasError, more, reload },
}: {
  live: Pick<LiveJobs, 'jobs' | 'next' | 'isLoading' | 'hasError' | 'more' | 'reload'>;
}) {
  const end = useRef<HTMLDivElement>(null);
  const isWaiting = next !== undefined && !isLoading && !hasError;
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
    <div ref={end} className={styles['more']} data-item={jobs.at(-1)?.id}>
      {hasError && (
        <>
          <span role="alert">{texts.listFailed()}</span>
          <Button variant="default" onClick={reload}>
            {commonTexts.tryAgain()}
          </Button>
        </>
      )}
      {!hasError && next !== undefined && (
        <BusyButton variant="default" isBusy={isLoading} onClick={more}>
          {isLoading ? texts.loading() : texts.showMore()}
        </BusyButton>
      )}
    </div>
  );
}
