'use client';

import { Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { UploadWork } from '#components/uploads/uploads-store.ts';
import { useOwnAccount } from '#components/shell/own-account';
import { lazyPart } from '#components/ui/lazy-part';
import { LocalTime } from '#components/ui/local-time';
import { SmallButton } from '#components/ui/busy-button';
import { useStored } from '#components/ui/store.ts';
import { formatLength } from '#lib/messages/format';
import * as texts from '#messages/recorder';
import {
  discardRecording,
  followUploads,
  type FindSubmitted,
  noRecordings,
  pendingRecordings,
  refreshPending,
  removeSubmitted,
  uploadRecording,
} from './pending-recordings';
import type { StoredRecording } from './stored-recording';
import styles from './recorder.module.css';

const load = () => import('./recorder-dialog');
const DiscardDialog = lazyPart(async () => (await load()).DiscardDialog);

/** Recordings made in this browser but not uploaded, for example after a crash. */
export function UnsentRecordings({
  work,
  findSubmitted,
  onFocusLost,
}: {
  work: UploadWork;
  findSubmitted: FindSubmitted;
  /** A recording was discarded together with its focused button. */
  onFocusLost: () => void;
}) {
  const owner = useOwnAccount()?.id ?? '';
  const recordings = useStored(pendingRecordings, noRecordings);
  const [asked, setAsked] = useState<StoredRecording>();
  const [hasError, setError] = useState(false);
  const wasAsked = useRef(false);
  useEffect(() => {
    const isClosed = wasAsked.current && asked === undefined;
    wasAsked.current = asked !== undefined;
    if (isClosed && document.activeElement === document.body) onFocusLost();
  }, [asked, onFocusLost]);
  useEffect(followUploads, []);
  const isAny = recordings.length > 0;
  useEffect(() => {
    // Recordings can be made and discarded offline, so the code is loaded now.
    if (isAny) load().catch(() => {});
  }, [isAny]);
  useEffect(() => {
    const refresh = () => void refreshPending(owner);
    void removeSubmitted(owner, findSubmitted).then(refresh);
    globalThis.addEventListener('focus', refresh);
    return () => globalThis.removeEventListener('focus', refresh);
  }, [owner, findSubmitted]);

  const attempt = (work: Promise<void>) => {
    setError(false);
    work.catch(() => setError(true));
  };

  if (!isAny) return null;
  return (
    <section className={styles['unsent']} aria-labelledby="unsent">
      <h3 id="unsent" className={styles['title']}>
        {texts.pending({ count: recordings.length })}
      </h3>
      <ul>
        {recordings.map((recording) => {
          const { id, name, seconds, startedAt } = recording;
          return (
            <li key={id} className={styles['item']} data-item={id}>
              <div className={styles['what']}>
                <span className={styles['name']} title={name}>
                  {name}
                </span>
                <span className={styles['facts']}>
                  {formatLength(seconds)} · <LocalTime iso={new Date(startedAt).toISOString()} />
                </span>
              </div>
              <Group gap="var(--space-2)">
                <SmallButton
                  variant="filled"
                  data-control="upload"
                  aria-label={texts.uploadNamed({ name })}
                  onClick={() => attempt(uploadRecording(recording, work))}
                >
                  {texts.upload()}
                </SmallButton>
                <SmallButton
                  data-control="download"
                  aria-label={texts.downloadNamed({ name })}
                  onClick={() => attempt(save(recording))}
                >
                  {texts.download()}
                </SmallButton>
                <SmallButton
                  data-control="discard"
                  aria-label={texts.discardNamed({ name })}
                  onClick={() => setAsked(recording)}
                >
                  {texts.discard()}
                </SmallButton>
              </Group>
            </li>
          );
        })}
      </ul>
      <span role="alert" className={styles['error']}>
        {hasError && texts.uploadFailed()}
      </span>
      {asked !== undefined && (
        <DiscardDialog
          onDiscard={async () => {
            await discardRecording(asked);
            return undefined;
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

async function save(recording: StoredRecording): Promise<void> {
  const { readRecording } = await import('./recording-store');
  const file = await readRecording(recording);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // Some browsers read the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
