'use client';

import { TextInput } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import type { ActionResult } from '#components/ui/action-result.ts';
import type { SubmitResult } from '#components/jobs/live/jobs-query.ts';
import { LowBalance } from '#components/jobs/low-balance';
import { formatMoney } from '#lib/messages/format';
import * as commonTexts from '#messages/common';
import * as optionTexts from '#messages/recognition-options';
import * as texts from '#messages/uploads';
import { setOpen, showRefusals } from '#components/recognition/choices-store.ts';
import type { RecognitionChoices } from '#components/recognition/offer.ts';
import styles from '#components/uploads/upload-panel.module.css';

/** The job of the link sent last, and whether the list has shown it. */
interface SentJob {
  jobId: string | undefined;
  wasListed: boolean;
}

/** Submits a recording by its link. Errors are shown beside the field. */
export function UrlForm({
  minuteCents,
  jobs,
  isNewShown,
  lowBalance,
  choices,
  onSubmit,
}: {
  minuteCents: number;
  /** Those of the list below. */
  jobs: ReadonlyArray<{ id: string }>;
  /** True if a new job appears in that list. */
  isNewShown: boolean;
  /** Why nothing can be submitted; undefined when it can. */
  lowBalance: ReactNode;
  /** The current choices for recordings; undefined if one is invalid. */
  choices: () => RecognitionChoices | undefined;
  onSubmit: (url: string, recognition: RecognitionChoices) => Promise<ActionResult<SubmitResult>>;
}) {
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<ReactNode>();
  const [sent, setSent] = useState<SentJob>();
  const isListed = sent !== undefined && jobs.some(({ id }) => id === sent.jobId);
  if (sent !== undefined && isListed && !sent.wasListed) setSent({ ...sent, wasListed: true });
  // The list may not know the job yet; one that it knew and does not hold any more is gone.
  const isSent = sent !== undefined && (isListed || !sent.wasListed);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setSent(undefined);
    if (url.trim() === '') return setFault(texts.linkMissing());
    const recognition = choices();
    if (recognition === undefined) {
      setOpen(true);
      return setFault(optionTexts.correctFirst());
    }
    setBusy(true);
    setFault(undefined);
    const named = name.trim() === '' ? recognition : { ...recognition, name: name.trim() };
    const result = await onSubmit(url.trim(), named).catch(() => ({
      error: commonTexts.serverUnreachable(),
    }));
    setBusy(false);
    if ('error' in result) return setFault(result.error);
    if (result.value.kind === 'out-of-credit')
      return setFault(<LowBalance balanceCents={result.value.balanceCents} />);
    if (result.value.kind === 'choices-refused') {
      showRefusals(result.value.faults);
      return setFault(optionTexts.refused());
    }
    setUrl('');
    setName('');
    setSent({ jobId: result.value.jobIds[0], wasListed: false });
  }

  return (
    <form className={styles['url']} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        className={styles['field'] ?? ''}
        type="url"
        label={texts.linkLabel()}
        placeholder={texts.linkPlaceholder()}
        description={minuteCents > 0 ? texts.linkPrice({ price: formatMoney(minuteCents) }) : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={url}
        onChange={(event) => {
          setSent(undefined);
          setUrl(event.currentTarget.value);
        }}
        error={fault}
        errorProps={{ role: 'alert' }}
        maxLength={4000}
        autoComplete="off"
      />
      <TextInput
        className={styles['linkName'] ?? ''}
        label={texts.linkName()}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={255}
        autoComplete="off"
      />
      <BusyButton
        type="submit"
        variant="default"
        isBusy={isBusy}
        disabled={lowBalance !== undefined && !isBusy}
        aria-describedby={lowBalance === undefined ? undefined : 'link-note'}
      >
        {texts.submit()}
      </BusyButton>
      {lowBalance !== undefined && (
        <p id="link-note" className={styles['note']}>
          {lowBalance}
        </p>
      )}
      <output className={isSent ? styles['sent'] : styles['unseen']}>
        {isSent && (isListed || isNewShown ? texts.linkSubmitted() : texts.linkSent())}
      </output>
    </form>
  );
}
