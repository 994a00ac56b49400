'use client';

import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import * as texts from '#messages/first-transcript';

const sample = '/sample.mp3';

/** Runs `onTry`, and shows its error. `note` is below the button. */
export function SampleButton({ note, onTry }: { note: ReactNode; onTry: () => Promise<ReactNode> }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ReactNode>();

  async function run() {
    setBusy(true);
    setFailure(undefined);
    setFailure(await onTry().catch(() => texts.sampleFailed()));
    setBusy(false);
  }

  return (
    <>
      <BusyButton variant="default" isBusy={isBusy} aria-describedby="sample-note" onClick={() => void run()}>
        {texts.sample()}
      </BusyButton>
      <Text id="sample-note" c="dimmed" size="sm" mt={6}>
        {note}
      </Text>
      <Text role="alert" c="var(--color-danger)" size="sm" mt="xs">
        {failure}
      </Text>
    </>
  );
}

/** Fetches the bundled sample recording as if the user had chosen the file. */
export async function fetchSample(): Promise<File> {
  const answer = await fetch(sample);
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return new File([await answer.blob()], 'sample.mp3', { type: 'audio/mpeg' });
}
