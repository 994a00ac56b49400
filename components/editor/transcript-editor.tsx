'use client';

import { Button, Loader, Text, Title } from '@mantine/core';
import { useEffect, useState, type ComponentType } from 'react';
import { documentTexts as texts } from '#components/texts/document';
import type { Door } from './edit-room';
import { loadTranscript, type Loaded } from './load-transcript';
import styles from './transcript-editor.module.css';

/** What is there as soon as the editor can be shown. */
interface Opened {
  EditorShell: ComponentType<{ door: Door; loaded: Loaded }>;
  loaded: Loaded;
}

/** The transcript editor of one job, for whoever came in by this door. */
export function TranscriptEditor({ door }: { door: Door }) {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={`${door.address} ${attempt}`} door={door} onAgain={() => setAttempt(attempt + 1)} />;
}

function Attempt({ door: given, onAgain }: { door: Door; onAgain: () => void }) {
  // Each server action draws the page anew, with another object for the same door: what is open goes on with its own.
  const [door] = useState(given);
  const [opened, setOpened] = useState<Opened | 'trouble'>();
  useEffect(() => {
    const leaving = new AbortController();
    openTranscript(door.address, leaving.signal).then(setOpened, () => {
      if (!leaving.signal.aborted) setOpened('trouble');
    });
    return () => leaving.abort();
  }, [door.address]);

  if (opened === undefined) return <Opening />;
  if (opened === 'trouble') {
    return (
      <section className={styles['message']} role="alert">
        <Title order={2} size="h3">
          {texts.notOpened.title}
        </Title>
        <Text mt="xs" mb="md">
          {texts.notOpened.text}
        </Text>
        <Button onClick={onAgain}>{texts.notOpened.again}</Button>
      </section>
    );
  }
  const { EditorShell, loaded } = opened;
  return <EditorShell door={door} loaded={loaded} />;
}

/** The script comes while the transcript does. Suspense would keep back what is ready for up to 300 ms. */
async function openTranscript(address: string, signal: AbortSignal): Promise<Opened> {
  const [{ EditorShell }, loaded] = await Promise.all([
    import('./editor-shell'),
    loadTranscript(address, signal),
  ]);
  return { EditorShell, loaded };
}

function Opening() {
  return (
    <div className={styles['message']} aria-live="polite" data-opening>
      <Loader size="sm" /> <Text component="span">{texts.opening}</Text>
    </div>
  );
}
