'use client';

import { Alert, Anchor, Button, Title } from '@mantine/core';
import { useRef, useSyncExternalStore, type ReactNode } from 'react';
import Link from 'next/link';
import { jobsTexts } from '#components/texts/jobs';
import { uploadsTexts as texts } from '#components/texts/uploads';
import type { RecognitionOffer } from '../recognition/offer';
import { RecognitionOptions } from '../recognition/recognition-options';
import { chooserTypes } from './media-type-of';
import { useDroppedFiles } from './use-dropped-files';
import { UploadList } from './upload-list';
import { readyOf, type ReadyUpload } from './upload-phases';
import styles from './upload-panel.module.css';
import { noUploads, readUploads, subscribe, type UploadsState } from './uploads-state';
import { addFiles, cancelUpload, submitReady, type UploadWork } from './uploads-store';

export type { Measurement } from './upload-phases';

/** Where recordings come in: dropped anywhere on the page, or chosen; each with how far it is, and what it costs. */
export function UploadPanel({
  work,
  offer,
  children,
}: {
  work: UploadWork;
  offer: RecognitionOffer;
  children: ReactNode;
}) {
  const { files, trouble } = useSyncExternalStore(subscribe, readUploads, () => noUploads);
  const chooser = useRef<HTMLInputElement>(null);
  const isDropping = useDroppedFiles((dropped) => addFiles(dropped, work));
  return (
    <section className={styles['panel']} aria-labelledby="add" data-dropping={isDropping || undefined}>
      <div className={styles['drop']}>
        <div>
          <Title order={2} size="h4" id="add">
            {isDropping ? texts.dropNow : texts.drop}
          </Title>
          <p className={styles['hint']}>{texts.limits(work.maxBytes)}</p>
        </div>
        <Button onClick={() => chooser.current?.click()}>{texts.choose}</Button>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          accept={chooserTypes}
          aria-label={texts.choose}
          onChange={(event) => {
            addFiles([...(event.currentTarget.files ?? [])], work);
            // The same file may be chosen again.
            event.currentTarget.value = '';
          }}
        />
      </div>
      {files.length > 0 && <UploadList files={files} offer={offer} onCancel={cancelUpload} />}
      <div aria-live="polite">
        <Trouble trouble={trouble} />
        {(!work.isFree || trouble !== undefined) && (
          <SubmitQuestion
            ready={readyOf(files)}
            isFree={work.isFree}
            onSubmit={() => void submitReady(work)}
          />
        )}
      </div>
      {children}
      <RecognitionOptions offer={offer} />
    </section>
  );
}

/** What is free is submitted as soon as it is there, and asked for only when that was refused. */
function SubmitQuestion({
  ready,
  isFree,
  onSubmit,
}: {
  ready: ReadyUpload[];
  isFree: boolean;
  onSubmit: () => void;
}) {
  if (ready.length === 0) return null;
  if (isFree) {
    return (
      <div className={styles['question']}>
        <strong>{texts.askFree(ready.length)}</strong>
        <Button onClick={onSubmit}>{texts.urlSubmit}</Button>
      </div>
    );
  }
  const cents = ready.reduce((sum, { priceCents }) => sum + priceCents, 0);
  return (
    <div className={styles['question']}>
      <div>
        <strong>{texts.askPrice(ready.length, cents)}</strong>
        <p className={styles['hint']}>{texts.askDetail}</p>
      </div>
      <Button onClick={onSubmit}>{texts.submitFor(cents)}</Button>
    </div>
  );
}

function Trouble({ trouble }: Pick<UploadsState, 'trouble'>) {
  if (trouble === undefined) return null;
  return (
    <Alert color="red" variant="light" role="alert" mt="md">
      {trouble.kind === 'words' ? trouble.words : jobsTexts.outOfCredit(trouble.balanceCents)}{' '}
      {trouble.kind === 'out-of-credit' && (
        <Anchor component={Link} href="/balance" inherit underline="always">
          {jobsTexts.addCredit}
        </Anchor>
      )}
    </Alert>
  );
}
