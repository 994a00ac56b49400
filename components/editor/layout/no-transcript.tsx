'use client';

import * as texts from '#messages/editor/page';
import * as listTexts from '#messages/transcripts';
import { Button, Text, Title } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import type { JobActions } from '#components/jobs/dialogs/job-questions';
import type { JobView } from '#components/jobs/list/job-list';
import { describeState, InProgress } from '#components/jobs/list/job-status';
import { focusIfLost } from '#components/ui/focus-on-mount.ts';
import { JobProgress } from '#components/jobs/list/job-progress';
import { lazyPart } from '#components/ui/lazy-part';
import { RefreshWhile } from '#components/ui/refresh-while';
import styles from './no-transcript.module.css';

const CancelDialog = lazyPart(
  async () => (await import('#components/jobs/dialogs/job-dialogs')).CancelDialog,
);

/** Explains why there is no transcript: not yet, or never. */
export function NoTranscript({
  job,
  isFree,
  cancel,
}: {
  job: JobView;
  /** True if transcription is free. */
  isFree: boolean;
  cancel: JobActions['cancel'];
}) {
  const { state } = job;
  const isFailed = state.kind === 'failed';
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const hasCanceled = useRef(false);
  // Canceling removes the button that was clicked.
  useEffect(() => {
    if (hasCanceled.current) focusIfLost(heading.current);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the focus is lost when one of these changes
  }, [isFailed, isAsking]);

  async function cancelNow(jobId: string) {
    const result = await cancel(jobId);
    hasCanceled.current = !('error' in result);
    router.refresh();
    return result;
  }

  return (
    <section className={styles['box']}>
      <div aria-live="polite">
        <Title order={2} size="h3" ref={heading} tabIndex={-1}>
          {isFailed ? texts.failed() : texts.notReady()}
        </Title>
        {isFailed && (
          <>
            <Text mt="xs">{state.title}</Text>
            {state.detail !== undefined && <Text c="dimmed">{state.detail}</Text>}
          </>
        )}
        {state.kind === 'waiting' && <Text mt="xs">{describeState(state)}</Text>}
      </div>
      {state.kind === 'in-progress' && (
        <>
          <Text mt="xs" mb="sm">
            {state.percent === 0 ? texts.starting() : <InProgress state={state} />}
          </Text>
          <JobProgress percent={state.percent} />
        </>
      )}
      {!isFailed && (
        <>
          <Text mt="md" size="sm" c="dimmed">
            {texts.updatesAutomatically()}
          </Text>
          <Button variant="default" mt="md" onClick={() => setAsking(true)}>
            {listTexts.cancel()}
          </Button>
        </>
      )}
      <RefreshWhile waiting={!isFailed} />
      {isAsking && (
        <CancelDialog job={job} isFree={isFree} onCancel={cancelNow} onClose={() => setAsking(false)} />
      )}
    </section>
  );
}
