'use client';

import { Anchor, TextInput } from '@mantine/core';
import Link from 'next/link';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { BusyButton } from '#components/busy-button';
import type { Ordered, Outcome } from '#components/account/jobs/jobs-desk';
import { jobsTexts } from '#components/texts/jobs';
import { recognitionTexts } from '#components/texts/recognition';
import { uploadsTexts as texts } from '#components/texts/uploads';
import { setOpen, showRefusals } from '../recognition/choices-store';
import type { RecognitionChoices } from '../recognition/offer';
import styles from './upload-panel.module.css';

/** Submits a recording that lies on the web. What is wrong with its address is told beside the field. */
export function UrlForm({
  minuteCents,
  choices,
  onSubmit,
}: {
  minuteCents: number;
  /** What is chosen for recordings now; undefined when something is wrong with it. */
  choices: () => RecognitionChoices | undefined;
  onSubmit: (url: string, recognition: RecognitionChoices) => Promise<Outcome<Ordered>>;
}) {
  const [url, setUrl] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<ReactNode>();
  const [isSent, setSent] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setSent(false);
    if (url.trim() === '') return setFault(texts.urlMissing);
    const recognition = choices();
    if (recognition === undefined) {
      setOpen(true);
      return setFault(recognitionTexts.faulty);
    }
    setBusy(true);
    setFault(undefined);
    const outcome = await onSubmit(url.trim(), recognition).catch(() => ({ trouble: jobsTexts.away }));
    setBusy(false);
    if ('trouble' in outcome) return setFault(outcome.trouble);
    if (outcome.value.kind === 'out-of-credit')
      return setFault(<NoCredit cents={outcome.value.balanceCents} />);
    if (outcome.value.kind === 'choices-refused') {
      showRefusals(outcome.value.faults);
      return setFault(recognitionTexts.refused);
    }
    setUrl('');
    setSent(true);
  }

  return (
    <form className={styles['url']} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        className={styles['field'] ?? ''}
        type="url"
        label={texts.urlLabel}
        placeholder={texts.urlHint}
        description={minuteCents > 0 ? texts.urlPrice(minuteCents) : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        error={fault}
        errorProps={{ role: 'alert' }}
        maxLength={4000}
        autoComplete="off"
      />
      <BusyButton type="submit" variant="default" isBusy={isBusy}>
        {texts.urlSubmit}
      </BusyButton>
      <output className={isSent ? styles['sent'] : styles['unseen']}>{isSent && texts.urlSent}</output>
    </form>
  );
}

function NoCredit({ cents }: { cents: number }) {
  return (
    <>
      {jobsTexts.outOfCredit(cents)}{' '}
      <Anchor component={Link} href="/balance" inherit underline="always">
        {jobsTexts.addCredit}
      </Anchor>
    </>
  );
}
