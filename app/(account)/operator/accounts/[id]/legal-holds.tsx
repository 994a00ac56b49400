'use client';

import { Stack, Text, TextInput, Title } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { ConfirmedButton } from '#app/(account)/operator/confirmed-button.tsx';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import { LocalTime } from '#components/ui/local-time';
import { useAction } from '#components/ui/use-action.ts';
import * as texts from '#messages/operator-legal-holds';
import { placeLegalHold, releaseLegalHold } from './actions';
import { ReasonField } from './reason-field';
import styles from '#components/shell/section.module.css';

/** A legal hold; on the whole account if it has no job. */
interface HoldView {
  jobId: string | null;
  reason: string;
  placedAt: Date;
}

/** Shows, places and releases legal holds on an account and its transcripts. */
export function LegalHolds({ accountId, holds }: { accountId: string; holds: HoldView[] }) {
  return (
    <section aria-labelledby="legal-holds">
      <Title order={2} size="h3" mt="xl" mb={4} id="legal-holds">
        {texts.title()}
      </Title>
      <Text c="dimmed" mb="sm" maw="42rem">
        {texts.lead()}
      </Text>
      {holds.length > 0 && (
        <ul className={styles['list']} aria-label={texts.list()} style={{ marginBottom: 'var(--space-4)' }}>
          {holds.map((hold) => (
            <HoldRow key={hold.jobId ?? ''} accountId={accountId} hold={hold} />
          ))}
        </ul>
      )}
      <PlaceForm accountId={accountId} />
    </section>
  );
}

function HoldRow({ accountId, hold: { jobId, reason, placedAt } }: { accountId: string; hold: HoldView }) {
  const what = jobId === null ? texts.wholeAccount() : texts.transcript({ id: jobId });
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <div className={styles['name']}>{what}</div>
        <p className={styles['reason']}>{reason}</p>
        <div className={styles['facts']}>
          <span>
            {texts.since()} <LocalTime iso={placedAt} />
          </span>
        </div>
      </div>
      <ConfirmedButton
        id={accountId}
        label={texts.release()}
        name={texts.releaseNamed({ what })}
        question={{ title: texts.releaseTitle(), text: texts.releaseText({ what }) }}
        isDestructive
        action={(id) => releaseLegalHold({ accountId: id, jobId })}
      />
    </li>
  );
}

function PlaceForm({ accountId }: { accountId: string }) {
  const [reason, setReason] = useState('');
  const [jobId, setJobId] = useState('');
  const [isPlaced, setPlaced] = useState(false);
  const { run, isBusy, error } = useAction(placeLegalHold);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    setPlaced(false);
    if ((await run({ accountId, jobId, reason })) === undefined) return;
    setReason('');
    setJobId('');
    setPlaced(true);
  }

  return (
    <form method="post" className={styles['box']} onSubmit={(event) => void submit(event)}>
      <Stack gap="md" maw="28rem">
        <ReasonField
          label={texts.reason()}
          description={texts.reasonHint()}
          value={reason}
          onChange={setReason}
        />
        <TextInput
          label={texts.jobId()}
          description={texts.jobIdHint()}
          value={jobId}
          onChange={(event) => setJobId(event.currentTarget.value)}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
        />
        <ErrorAlert>{error}</ErrorAlert>
        <BusyButton type="submit" isBusy={isBusy} w="fit-content">
          {texts.place()}
        </BusyButton>
        <output>{isPlaced ? texts.placed() : ''}</output>
      </Stack>
    </form>
  );
}
