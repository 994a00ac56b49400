import { Progress, Text, Title } from '@mantine/core';
import type { ShownState } from '#components/account/job-status';
import { RefreshWhile } from '#components/account/refresh-while';
import styles from './no-transcript.module.css';

/** Why there is nothing to read: not yet, or never. */
export function NoTranscript({ state }: { state: ShownState }) {
  const isFailed = state.kind === 'failed';
  return (
    <section className={styles['box']} aria-live="polite">
      <Title order={2} size="h3">
        {isFailed ? 'There is no transcript' : 'The transcript is not ready yet'}
      </Title>
      {isFailed && (
        <>
          <Text mt="xs">{state.title}</Text>
          {state.detail !== undefined && <Text c="dimmed">{state.detail}</Text>}
        </>
      )}
      {state.kind === 'waiting' && <Text mt="xs">The recording waits for its turn.</Text>}
      {state.kind === 'in-progress' && (
        <>
          <Text mt="xs" mb="sm">
            {state.percent} % of the recording has been transcribed.
          </Text>
          <Progress value={state.percent} aria-label="Progress" />
        </>
      )}
      {!isFailed && (
        <Text mt="md" size="sm" c="dimmed">
          It appears here by itself.
        </Text>
      )}
      <RefreshWhile waiting={!isFailed} />
    </section>
  );
}
