'use client';

import { ActionIcon, Button, Progress, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { lazy, Suspense, useRef } from 'react';
import { describeChoices } from '#components/recognition/describe-choices.ts';
import { rememberDraft } from '#components/recognition/draft.ts';
import { findOnlyLanguage } from '#components/recognition/language-choices.ts';
import { resolveChoices, type Draft } from '#components/recognition/resolve-choices.ts';
import { BusyButton } from '#components/ui/busy-button';
import { Icon } from '#components/ui/icon';
import { formatMoney } from '#lib/messages/format';
import * as balanceTexts from '#messages/low-balance';
import * as optionTexts from '#messages/recognition-options';
import * as texts from '#messages/uploads';
import { loadFields } from './load-fields';
import { Link } from '#components/ui/link';
import { chooserTypes } from '#components/uploads/media-type.ts';
import { submitFiles } from './submit-files';
import { getMissing, type CardTerms } from './card-terms';
import { AddedTranscript, AddTranscript } from './card-transcript';
import { UploadStatus } from './upload-status';
import { getPriceCents, type ChosenFile } from '#components/uploads/upload-phases.ts';
import styles from '#components/uploads/uploads.module.css';
import { saveOptions } from '#components/uploads/save-options.ts';
import { change, changeFiles, uploadsStore } from '#components/uploads/uploads-state.ts';
import { continueUpload } from '#components/uploads/uploads-store.ts';

const MainFields = lazy(async () => ({ default: (await loadFields()).MainFields }));
const RecognitionFields = lazy(async () => ({ default: (await loadFields()).RecognitionFields }));

const maxLinkLength = 40;

/** A recording that isn't a job yet, with its upload progress, options, and price. */
export function UploadCard({
  file,
  isOnly,
  terms,
  onRemove,
}: {
  file: ChosenFile;
  isOnly: boolean;
  terms: CardTerms;
  onRemove: () => void;
}) {
  const { key, name, bytes, phase, error } = file;
  const title = phase.kind === 'link' ? phase.url : name;
  const isRefused = phase.kind === 'refused';
  return (
    <li className={styles['card']} data-item={key}>
      <fieldset className={styles['group']} aria-label={title}>
        <div className={styles['top']}>
          <div className={styles['what']}>
            <span className={styles['name']} title={title}>
              {phase.kind === 'link' ? shortenLink(title) : title}
            </span>
            <p
              key={String(isRefused)}
              className={isRefused ? styles['refused'] : styles['hint']}
              role={isRefused ? 'alert' : undefined}
            >
              <UploadStatus file={file} terms={terms} />
            </p>
          </div>
          <div className={styles['actions']}>
            <SubmitControl file={file} terms={terms} />
            {!file.isSubmitting && (
              <ActionIcon
                className={styles['remove'] ?? ''}
                variant="subtle"
                color="gray"
                size={36}
                data-control="cancel"
                aria-label={
                  'sentBytes' in phase && phase.kind !== 'partial'
                    ? texts.cancelNamed({ name: title })
                    : texts.removeNamed({ name: title })
                }
                onClick={onRemove}
              >
                <Icon shape={IconX} />
              </ActionIcon>
            )}
          </div>
        </div>
        {('sentBytes' in phase || phase.kind === 'queued') && (
          <Progress
            className={styles['bar'] ?? ''}
            size={4}
            value={'sentBytes' in phase ? (phase.sentBytes / bytes) * 100 : 0}
            aria-label={texts.progress({ name })}
          />
        )}
        {error !== undefined && (
          <p className={styles['refused']} role="alert">
            {error}
          </p>
        )}
        {!isRefused && <Options file={file} isOnly={isOnly} terms={terms} />}
      </fieldset>
    </li>
  );
}

/** Leaves out the folders of a long link, which its host and file tell apart from others. */
function shortenLink(url: string): string {
  if (url.length <= maxLinkLength) return url;
  const { host, pathname, search } = new URL(url);
  const [, folders = '', file = ''] = /^\/(.*\/)?([^/]*)$/.exec(pathname) ?? [];
  return `${host}/${folders && '…/'}${file}${search}`;
}

/** The language, the speakers, and the further options; for a link also its name, since it has no file name. */
function Options({
  file,
  isOnly,
  terms: { offer },
}: {
  file: ChosenFile;
  isOnly: boolean;
  terms: CardTerms;
}) {
  const { key, draft, refusals, isOpen } = file;
  const props = { offer, draft, refusals, onChange: (part: Partial<Draft>) => chooseOptions(key, part) };
  const { candidates, choices } = resolveChoices(draft, offer);
  const { language: _language, speakers: _speakers, ...further } = choices;
  const hasNotes = !offer.canSeparateSpeakers || findOnlyLanguage(candidates) !== undefined;
  const isLink = file.phase.kind === 'link';
  if (offer.engines.length === 0 && !isLink) return null;
  return (
    <>
      <div className={styles['fields']} data-notes={hasNotes || undefined}>
        {isLink && (
          <TextInput
            label={texts.linkName()}
            value={file.name}
            onChange={({ currentTarget: { value } }) => {
              changeFiles([key], (before) => ({ ...before, name: value }));
              saveOptions(key);
            }}
            maxLength={255}
            autoComplete="off"
          />
        )}
        {offer.engines.length > 0 && (
          <Suspense>
            <MainFields {...props} />
          </Suspense>
        )}
      </div>
      {file.transcript !== undefined && <AddedTranscript file={file} name={file.transcript} />}
      {offer.engines.length > 0 && (
        <div className={styles['further']}>
          <details
            className={styles['options']}
            open={isOpen}
            onToggle={({ currentTarget }) => setOpen(key, currentTarget.open)}
          >
            <summary className={styles['summary']}>
              {optionTexts.title()}
              <span className={styles['chosen']}>{describeChoices(further, offer)}</span>
            </summary>
            {isOpen && (
              <Suspense>
                <RecognitionFields {...props} />
              </Suspense>
            )}
          </details>
          <div className={styles['extras']}>
            {!isLink &&
              file.uploadId !== undefined &&
              file.transcript === undefined &&
              !file.isSubmitting && <AddTranscript file={file} uploadId={file.uploadId} />}
            {!isOnly && (
              <Button variant="subtle" size="compact-sm" onClick={() => copyToAll(key)}>
                {texts.forAll()}
              </Button>
            )}
          </div>
        </div>
      )}
    </>
  );
}

/**
 * Changes a recording's option and remembers it for the next recording. Clears the server's refusal of the earlier
 * value.
 */
function chooseOptions(key: string, part: Partial<Draft>): void {
  changeFiles([key], (file) => {
    const left = Object.entries(file.refusals).filter(([name]) => !(name in part));
    const draft = { ...file.draft, ...part };
    rememberDraft(draft);
    return { ...file, draft, refusals: Object.fromEntries(left), error: undefined };
  });
  saveOptions(key);
}

/** Copies a recording's options to all other pending ones. */
function copyToAll(key: string): void {
  const { files } = uploadsStore.get();
  const draft = files.find((file) => file.key === key)?.draft;
  if (draft === undefined) return;
  change({ files: files.map((file) => ({ ...file, draft, refusals: {}, error: undefined })) });
  for (const file of files) saveOptions(file.key);
}

/** Shows or hides the further options of a recording. */
function setOpen(key: string, isOpen: boolean): void {
  changeFiles([key], (file) => (file.isOpen === isOpen ? file : { ...file, isOpen }));
}

/** The next step: transcribe it, top up if the balance is too low, or continue the upload. */
function SubmitControl({ file, terms }: { file: ChosenFile; terms: CardTerms }) {
  const { key, phase, isSubmitting, isAdding = false } = file;
  const { minuteCents } = terms;
  if (phase.kind === 'partial') return <ContinueButton file={file} terms={terms} />;
  if (phase.kind !== 'ready' && phase.kind !== 'link') return null;
  // A submission in progress is already paid for, maybe with the last of the balance.
  if (!isSubmitting && getMissing(file, terms) > 0) return <TopUpLink />;
  return (
    <BusyButton
      isBusy={isSubmitting || isAdding}
      data-control="submit"
      onClick={() => void submitFiles([key], terms)}
    >
      {submitLabel(file, minuteCents)}
    </BusyButton>
  );
}

function submitLabel({ phase, transcript }: ChosenFile, minuteCents: number): string {
  const words = transcript === undefined ? texts.transcribe : texts.align;
  if (phase.kind !== 'ready' || minuteCents === 0) return words.submit();
  return words.submitFor({ price: formatMoney(getPriceCents(phase.prices, { transcript })) });
}

function ContinueButton({ file: { key, name }, terms: { work } }: { file: ChosenFile; terms: CardTerms }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        data-control="submit"
        aria-label={texts.chooseAgainNamed({ name })}
        onClick={() => chooser.current?.click()}
      >
        {texts.chooseAgain()}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={chooserTypes}
        aria-label={texts.chooseAgainNamed({ name })}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen !== undefined) continueUpload(key, chosen, work);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** Links to a payment, which returns to Transcripts. */
export function TopUpLink() {
  return (
    <Button component={Link} href="/balance/top-up?to=jobs" data-control="submit">
      {balanceTexts.topUp()}
    </Button>
  );
}
