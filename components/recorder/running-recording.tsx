'use client';

import { Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatClock } from '#lib/messages/format';
import * as texts from '#messages/recorder';
import { LevelBar } from './level-bar';
import type { Recorder } from './recorder';
import styles from './recorder.module.css';

/** A recording in progress: duration and level. */
export function RunningRecording({
  recorder,
  isPaused,
  isStored,
}: {
  recorder: Recorder;
  isPaused: boolean;
  isStored: boolean;
}) {
  const clock = useClock(recorder);
  return (
    <>
      <div className={styles['running']}>
        <output className={styles['state']} data-paused={isPaused || undefined}>
          {isPaused ? texts.paused() : texts.recording()}
        </output>
        <span role="timer" aria-label={texts.length()} className={styles['clock']}>
          {clock}
        </span>
      </div>
      <LevelBar recorder={recorder} />
      {!isStored && (
        <Text role="alert" size="sm" mt="md" c="var(--color-danger)">
          {texts.notStored()}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button
          variant="default"
          data-autofocus
          onClick={() => (isPaused ? recorder.resume() : recorder.pause())}
        >
          {isPaused ? texts.resume() : texts.pause()}
        </Button>
        <Button onClick={() => recorder.stop()}>{texts.stop()}</Button>
      </Group>
    </>
  );
}

function useClock(recorder: Recorder): string {
  const [clock, setClock] = useState('0:00');
  useEffect(() => {
    const timer = setInterval(() => setClock(formatClock(recorder.getSeconds() * 1000)), 200);
    return () => clearInterval(timer);
  }, [recorder]);
  return clock;
}
