'use client';

import { Button, Loader, Text, Title } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { documentTexts as texts } from '#components/texts/document';
import type { Door } from './edit-room';
import { loadTranscript, type Loaded } from './load-transcript';
import styles from './transcript-editor.module.css';

const EditorShell = dynamic(() => import('./editor-shell').then((module) => module.EditorShell), {
  ssr: false,
  loading: Opening,
});

/** The transcript editor of one job, for whoever came in by this door. */
export function TranscriptEditor({ door }: { door: Door }) {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} door={door} onAgain={() => setAttempt(attempt + 1)} />;
}

function Attempt({ door, onAgain }: { door: Door; onAgain: () => void }) {
  const [loaded, setLoaded] = useState<Loaded | 'trouble'>();
  useEffect(() => {
    const leaving = new AbortController();
    loadTranscript(door.address, leaving.signal)
      .then(setLoaded)
      .catch(() => {
        if (!leaving.signal.aborted) setLoaded('trouble');
      });
    return () => leaving.abort();
  }, [door.address]);

  if (loaded === undefined) return <Opening />;
  if (loaded === 'trouble') {
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
  return <EditorShell door={door} loaded={loaded} />;
}

function Opening() {
  return (
    <div className={styles['message']} aria-live="polite">
      <Loader size="sm" /> <Text component="span">{texts.opening}</Text>
    </div>
  );
}
