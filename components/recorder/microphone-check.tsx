'use client';

import { Button, Group, NativeSelect } from '@mantine/core';
import { useEffect, useState } from 'react';
import * as texts from '#messages/recorder';
import { LevelBar } from './level-bar';
import type { Microphone, Recorder } from './recorder';
import styles from './recorder.module.css';

/** 45 dB below full scale: speech exceeds it, and noise in a quiet room doesn't. */
const speechLevel = 0.25;
const silentAfterMs = 4000;

/** Before a recording: which microphone is used, and whether it picks up sound. */
export function MicrophoneCheck({
  recorder,
  deviceId,
  microphones,
}: {
  recorder: Recorder;
  deviceId: string;
  microphones: Microphone[];
}) {
  const hearing = useHearing(recorder, deviceId);
  return (
    <>
      <NativeSelect
        label={texts.microphone()}
        value={deviceId}
        data={microphones.map(({ deviceId: value, label }, index) => ({
          value,
          label: label || texts.microphoneNumbered({ number: String(index + 1) }),
        }))}
        onChange={({ currentTarget }) => recorder.choose(currentTarget.value)}
      />
      <LevelBar recorder={recorder} />
      <output className={styles['hearing']}>{hearing !== 'listening' && texts.hearing[hearing]()}</output>
      <Group justify="flex-end" mt="md">
        <Button data-autofocus onClick={() => recorder.start()}>
          {texts.start()}
        </Button>
      </Group>
    </>
  );
}

type Hearing = 'listening' | 'heard' | 'silent';

/** Tells if the microphone has picked up sound since it was chosen. */
function useHearing(recorder: Recorder, deviceId: string): Hearing {
  const [known, setKnown] = useState<{ deviceId: string; hearing: Hearing }>();
  useEffect(() => {
    const since = performance.now();
    const timer = setInterval(() => {
      if (recorder.getLevel() >= speechLevel) {
        setKnown({ deviceId, hearing: 'heard' });
        clearInterval(timer);
      } else if (performance.now() - since > silentAfterMs) setKnown({ deviceId, hearing: 'silent' });
    }, 100);
    return () => clearInterval(timer);
  }, [recorder, deviceId]);
  return known?.deviceId === deviceId ? known.hearing : 'listening';
}
