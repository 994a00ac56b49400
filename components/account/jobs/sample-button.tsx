'use client';

import { Text } from '@mantine/core';
import { useState } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import * as texts from '#messages/first-transcript';

const sample = '/sample.mp3';

/** Gives the recording that comes with the service to `onSample`, as if it had been chosen from a disk. */
export function SampleButton({ onSample }: { onSample: (file: File) => void }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');

  async function trySample() {
    setState('busy');
    try {
      const answer = await fetch(sample);
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
      onSample(new File([await answer.blob()], 'sample.mp3', { type: 'audio/mpeg' }));
      setState('idle');
    } catch {
      setState('failed');
    }
  }

  return (
    <>
      <BusyButton variant="default" isBusy={state === 'busy'} onClick={() => void trySample()}>
        {texts.sample()}
      </BusyButton>
      <Text role="alert" c="var(--color-danger)" size="sm" mt="xs">
        {state === 'failed' && texts.sampleFailed()}
      </Text>
    </>
  );
}
