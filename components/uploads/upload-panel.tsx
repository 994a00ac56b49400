'use client';

import { Alert, Button, Title } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconUpload } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useKeptFocus } from '#components/ui/kept-focus/use-kept-focus.ts';
import { BusyButton } from '#components/ui/busy-button';
import { LowBalance } from '#components/jobs/low-balance';
import { formatFileSize, formatMoney } from '#lib/messages/format';
import * as texts from '#messages/uploads';
import { noRecordings, pendingRecordings } from '#components/recorder/pending-recordings.ts';
import { RecordButton } from '#components/recorder/record-button';
import { UnsentRecordings } from '#components/recorder/unsent-recordings';
import type { RecognitionOffer } from '#components/recognition/offer.ts';
import { RecognitionOptions } from '#components/recognition/recognition-options';
import { Icon } from '#components/ui/icon';
import { droppedFiles, noFiles, takeFiles } from './dropped-files';
import { chooserTypes } from './media-type';
import { UploadList } from './upload-list';
import { getReady, type ReadyUpload, type UploadPhase } from './upload-phases';
import styles from './upload-panel.module.css';
import { useStored } from '#components/ui/store.ts';
import { noUploads, uploadsStore, type UploadsState } from './uploads-state';
import { addFiles, cancelUpload, submitReady, type UploadWork } from './uploads-store';
import { persistedStore } from '#components/ui/persisted-store.ts';

/** True while the upload box is folded on a phone; remembered in this browser. */
const foldStore = persistedStore(
  'longhand.upload-box',
  (text) => text !== 'open',
  (isFolded) => (isFolded ? 'folded' : 'open'),
);

const chooserId = 'choose-files';
const foldId = 'fold-uploads';

/** Recordings dropped on any page of the account, or chosen, each with its progress and price. */
export function UploadPanel({
  work,
  offer,
  balanceCents,
  canFold,
  children,
}: {
  work: UploadWork;
  offer: RecognitionOffer;
  balanceCents: number;
  /** True if it can fold to a button on a phone, since the page shows something else. */
  canFold: boolean;
  children: ReactNode;
}) {
  const { files, error } = useStored(uploadsStore, noUploads);
  const chooser = useRef<HTMLInputElement>(null);
  const { region } = useKeptFocus(findUploadButton);
  const dropped = useStored(droppedFiles, noFiles);
  useEffect(() => {
    if (dropped.length > 0) addFiles(takeFiles(), work);
  }, [dropped, work]);
  // Uploads in progress and refusals stay in sight.
  const isUnsent = useStored(pendingRecordings, noRecordings).length > 0;
  const canFoldNow = canFold && files.length === 0 && error === undefined && !isUnsent;
  const isFolded = useStored(foldStore, true) && canFoldNow;
  return (
    <section className={styles['panel']} aria-labelledby="add" data-folded={isFolded || undefined}>
      {canFoldNow && (
        <Button
          id={foldId}
          className={styles['fold'] ?? ''}
          variant={isFolded ? 'default' : 'subtle'}
          fullWidth
          leftSection={<Icon shape={IconUpload} />}
          rightSection={<Icon shape={isFolded ? IconChevronDown : IconChevronUp} />}
          aria-expanded={!isFolded}
          aria-controls="upload-box"
          onClick={() => foldStore.set(!isFolded)}
        >
          {texts.add()}
        </Button>
      )}
      <div id="upload-box" className={styles['content']}>
        <div className={styles['drop']}>
          <div>
            <Title order={2} size="h4" id="add">
              {texts.drop()}
            </Title>
            <p className={styles['hint']}>{texts.maxSize({ size: formatFileSize(work.maxBytes) })}</p>
          </div>
          <div className={styles['ways']}>
            <RecordButton work={work} />
            <Button id={chooserId} onClick={() => chooser.current?.click()}>
              {texts.choose()}
            </Button>
          </div>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            accept={chooserTypes}
            aria-label={texts.choose()}
            onChange={(event) => {
              addFiles([...(event.currentTarget.files ?? [])], work);
              // The same file may be chosen again.
              event.currentTarget.value = '';
            }}
          />
        </div>
        <div ref={region}>
          <UnsentRecordings work={work} onFocusLost={focusUploadButton} />
          {files.length > 0 && <UploadList files={files} offer={offer} onCancel={cancelUpload} />}
          <div aria-live="polite">
            <UploadError error={error} />
            {(!work.isFree || error !== undefined) && (
              <SubmitPrompt
                ready={getReady(files)}
                isFree={work.isFree}
                balanceCents={balanceCents}
                onSubmit={() => void submitReady(work)}
              />
            )}
          </div>
        </div>
        {children}
        <RecognitionOptions offer={offer} />
      </div>
    </section>
  );
}

function focusUploadButton(): void {
  findUploadButton()?.focus();
}

/** The button that chooses files; the one that unfolds the box while that is folded. */
export function findUploadButton(): HTMLElement | null {
  const buttons = [chooserId, foldId].map((id) => document.getElementById(id));
  return buttons.find((button) => button !== null && button.getClientRects().length > 0) ?? null;
}

/** A free recording is submitted once uploaded, and asks for confirmation only after a refusal. */
function SubmitPrompt({
  ready,
  isFree,
  balanceCents,
  onSubmit,
}: {
  ready: Array<UploadPhase & ReadyUpload>;
  isFree: boolean;
  balanceCents: number;
  onSubmit: () => void;
}) {
  if (ready.length === 0) return null;
  const isBusy = ready.every(({ kind }) => kind === 'submitting');
  if (isFree) {
    return (
      <div className={styles['prompt']}>
        <strong>{texts.askFree({ count: ready.length })}</strong>
        <BusyButton isBusy={isBusy} onClick={onSubmit}>
          {texts.submit()}
        </BusyButton>
      </div>
    );
  }
  const cents = ready.reduce((sum, { priceCents }) => sum + priceCents, 0);
  const price = formatMoney(cents);
  // A submission in progress is already paid for, maybe with the last of the balance.
  const isTooDear = !isBusy && cents > balanceCents;
  return (
    <div className={styles['prompt']}>
      <div>
        <strong>{texts.askPrice({ count: ready.length, price })}</strong>
        <p id="price-note" className={isTooDear ? styles['refused'] : styles['hint']}>
          {isTooDear ? <LowBalance balanceCents={balanceCents} /> : texts.charge()}
        </p>
      </div>
      <BusyButton isBusy={isBusy} disabled={isTooDear} aria-describedby="price-note" onClick={onSubmit}>
        {texts.submitFor({ price })}
      </BusyButton>
    </div>
  );
}

function UploadError({ error }: Pick<UploadsState, 'error'>) {
  if (error === undefined) return null;
  return (
    <Alert color="red" variant="light" role="alert" mt="md">
      {error.kind === 'message' ? error.message : <LowBalance balanceCents={error.balanceCents} />}
    </Alert>
  );
}
