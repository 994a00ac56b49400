'use client';

import * as texts from '#messages/editor/document';
import * as commonTexts from '#messages/common';
import { Button, Loader, Text, Title } from '@mantine/core';
import { useEffect, useState, type ComponentType } from 'react';
import type { TranscriptAccess } from '#components/editor/context.ts';
import { acquireTranscriptLock } from '#components/editor/sync/lock/acquire-transcript-lock.ts';
import { loadTranscript, type LoadedTranscript } from '#components/editor/api/load-transcript.ts';
import styles from './editor.module.css';

/** The loaded script and transcript. */
interface Opened {
  EditorShell: ComponentType<{ access: TranscriptAccess; loaded: LoadedTranscript }>;
  loaded: LoadedTranscript;
}

/** The transcript editor of one job. */
export function TranscriptEditor({ access }: { access: TranscriptAccess }) {
  const [attempt, setAttempt] = useState(0);
  return (
    <Attempt key={`${access.address} ${attempt}`} access={access} onAgain={() => setAttempt(attempt + 1)} />
  );
}

function Attempt({ access: given, onAgain }: { access: TranscriptAccess; onAgain: () => void }) {
  // Each server action rerenders the page with a new object for the same access. An open editor keeps the first one.
  const [access] = useState(given);
  const [opened, setOpened] = useState<Opened | 'error'>();
  useEffect(() => {
    const leaving = new AbortController();
    const open = async (): Promise<void> => {
      const now = await openTranscript(access, leaving.signal).catch(() => 'error' as const);
      if (!leaving.signal.aborted) setOpened(now);
    };
    void open();
    return () => leaving.abort();
  }, [access]);

  if (opened === undefined) return <Opening />;
  if (opened === 'error') {
    return (
      <section className={styles['message']} role="alert">
        <Title order={2} size="h3">
          {texts.loadFailedTitle()}
        </Title>
        <Text mt="xs" mb="md">
          {texts.loadFailedText()}
        </Text>
        <Button onClick={onAgain}>{commonTexts.tryAgain()}</Button>
      </section>
    );
  }
  const { EditorShell, loaded } = opened;
  return <EditorShell access={access} loaded={loaded} />;
}

/** Loads script and transcript in parallel. Suspense would delay rendering by up to 300 ms. */
async function openTranscript(
  { address, may, jobId }: TranscriptAccess,
  signal: AbortSignal,
): Promise<Opened | 'error'> {
  const lock = may === 'edit' ? acquireTranscriptLock(jobId) : undefined;
  try {
    const [{ EditorShell }, result] = await Promise.all([
      import('#components/editor/layout/shell'),
      loadTranscript(address, signal),
    ]);
    signal.throwIfAborted();
    if (!('error' in result)) return { EditorShell, loaded: { ...result.value, ...(lock && { lock }) } };
  } catch (error) {
    lock?.end();
    throw error;
  }
  lock?.end();
  return 'error';
}

function Opening() {
  return (
    <div className={styles['message']} aria-live="polite" data-opening>
      <Loader size="sm" /> <Text component="span">{texts.opening()}</Text>
    </div>
  );
}
