'use client';

import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/transcripts';
import styles from './jobs-page.module.css';
import type { LiveJobs } from './use-live-jobs';

/** The end of the list: more of it comes when it comes into sight, or by its button. */
export function MoreJobs({
  live: { next, isLoading, hasError, more, reload },
}: {
  live: Pick<LiveJobs, 'next' | 'isLoading' | 'hasError' | 'more' | 'reload'>;
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
    <div ref={end} className={styles['more']}>
      {hasError && (
        <>
          <span role="alert">{texts.listFailed()}</span>
          <Button variant="default" onClick={reload}>
            {commonTexts.tryAgain()}
          </Button>
        </>
      )}
      {!hasError && next !== undefined && (
        <Button variant="default" disabled={isLoading} onClick={more}>
          {isLoading ? texts.loading() : texts.showMore()}
        </Button>
      )}
    </div>
  );
}
