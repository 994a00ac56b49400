import * as texts from '#messages/editor/page';
import { formatPercent } from '#lib/messages/format';
import { Text, Title } from '@mantine/core';
import type { JobStateView } from '#components/account/jobs/list/job-status';
import { JobProgress } from '#components/ui/job-progress';
import { RefreshWhile } from '#components/ui/refresh-while';
import styles from './no-transcript.module.css';

/** Why there is nothing to read: not yet, or never. */
export function NoTranscript({ state }: { state: JobStateView }) {
  const isFailed = state.kind === 'failed';
  return (
    <section className={styles['box']} aria-live="polite">
      <Title order={2} size="h3">
        {isFailed ? texts.failed() : texts.notReady()}
      </Title>
      {isFailed && (
        <>
          <Text mt="xs">{state.title}</Text>
          {state.detail !== undefined && <Text c="dimmed">{state.detail}</Text>}
        </>
      )}
      {state.kind === 'waiting' && <Text mt="xs">{texts.waiting()}</Text>}
      {state.kind === 'in-progress' && (
        <>
          <Text mt="xs" mb="sm">
            {state.percent === 0
              ? texts.starting()
              : texts.inProgress({ percent: formatPercent(state.percent) })}
          </Text>
          <JobProgress percent={state.percent} />
        </>
      )}
      {!isFailed && (
        <Text mt="md" size="sm" c="dimmed">
          {texts.updatesAutomatically()}
        </Text>
      )}
      <RefreshWhile waiting={!isFailed} />
    </section>
  );
}
