import { Text, Title } from '@mantine/core';
import type { ShownState } from '#components/account/job-status';
import { JobProgress } from '#components/job-progress';
import { RefreshWhile } from '#components/account/refresh-while';
import { editorTexts } from '#components/texts/editor';
import styles from './no-transcript.module.css';

const texts = editorTexts.pending;

/** Why there is nothing to read: not yet, or never. */
export function NoTranscript({ state }: { state: ShownState }) {
  const isFailed = state.kind === 'failed';
  return (
    <section className={styles['box']} aria-live="polite">
      <Title order={2} size="h3">
        {isFailed ? texts.failed : texts.notReady}
      </Title>
      {isFailed && (
        <>
          <Text mt="xs">{state.title}</Text>
          {state.detail !== undefined && <Text c="dimmed">{state.detail}</Text>}
        </>
      )}
      {state.kind === 'waiting' && <Text mt="xs">{texts.waiting}</Text>}
      {state.kind === 'in-progress' && (
        <>
          <Text mt="xs" mb="sm">
            {state.percent === 0 ? texts.starting : texts.inProgress(state.percent)}
          </Text>
          <JobProgress percent={state.percent} />
        </>
      )}
      {!isFailed && (
        <Text mt="md" size="sm" c="dimmed">
          {texts.byItself}
        </Text>
      )}
      <RefreshWhile waiting={!isFailed} />
    </section>
  );
}
