'use client';

import { Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { LowBalance } from '#components/jobs/low-balance';
import type { JobView } from '#components/jobs/list/job-list';
import * as commonTexts from '#messages/common';
import { formatMoney } from '#lib/messages/format';
import * as againTexts from '#messages/recognize-again';
import * as texts from '#messages/transcript-dialogs';
import { getError, type ActionResult } from '#components/ui/action-result.ts';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import type { SubmitResult } from '#components/jobs/live/jobs-query.ts';

/** Confirms canceling a job that is waiting or in progress. */
export function CancelDialog({
  job,
  isFree,
  onCancel,
  onClose,
}: {
  job: JobView;
  isFree: boolean;
  onCancel: (id: string) => Promise<ActionResult<'canceled' | 'too-late'>>;
  onClose: () => void;
}) {
  async function confirm(): Promise<ReactNode> {
    const result = await onCancel(job.id);
    if ('error' in result) return result.error;
    return result.value === 'too-late' ? texts.cancelTooLate() : undefined;
  }
  return (
    <ConfirmDialog
      title={texts.cancelTitle()}
      confirmLabel={texts.cancelConfirm()}
      dismissLabel={texts.cancelKeep()}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
        {job.name}
      </Text>
      <Text mt="xs">{texts.cancelText()}</Text>
      {!isFree && (
        <Text mt="xs" c="dimmed">
          {texts.cancelNoCharge()}
        </Text>
      )}
    </ConfirmDialog>
  );
}

/** Renames a job. */
export function RenameDialog({
  job,
  onRename,
  onClose,
}: {
  job: JobView;
  onRename: (id: string, name: string) => Promise<ActionResult<void>>;
  onClose: () => void;
}) {
  const [name, setName] = useState(job.name);
  return (
    <ConfirmDialog
      title={texts.renameTitle()}
      confirmLabel={commonTexts.save()}
      isDestructive={false}
      onConfirm={async () => getError(await onRename(job.id, name))}
      onClose={onClose}
    >
      <TextInput
        label={texts.renameLabel()}
        value={name}
        maxLength={255}
        required
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}

/** Confirms retrying a failed job, if that costs something. The balance is the one at opening. */
export function RetryDialog({
  job,
  cents,
  balanceCents: given,
  onRetry,
  onClose,
}: {
  job: JobView;
  cents: number;
  balanceCents: number;
  onRetry: (id: string) => Promise<ActionResult<SubmitResult>>;
  onClose: () => void;
}) {
  const [balanceCents] = useState(given);
  const price = formatMoney(cents);
  return (
    <ConfirmDialog
      title={texts.retryTitle()}
      confirmLabel={cents > 0 ? texts.retryConfirm({ price }) : commonTexts.tryAgain()}
      isDestructive={false}
      isDisabled={cents > balanceCents}
      onConfirm={async () => describeOrderError(await onRetry(job.id))}
      onClose={onClose}
    >
      <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
        {job.name}
      </Text>
      {cents > 0 && (
        <Text mt="xs">
          {job.isAgain === true ? againTexts.retryText({ price }) : texts.retryText({ price })}
        </Text>
      )}
      {cents > balanceCents && (
        <Text mt="xs" c="var(--color-danger)">
          <LowBalance balanceCents={balanceCents} />
        </Text>
      )}
    </ConfirmDialog>
  );
}

/** The reason why nothing was submitted, with a link to add credit if needed; undefined after success. */
function describeOrderError(result: ActionResult<SubmitResult>): ReactNode {
  if ('error' in result) return result.error;
  if (result.value.kind === 'submitted') return undefined;
  if (result.value.kind === 'choices-refused') return Object.values(result.value.faults).join(' ');
  return <LowBalance balanceCents={result.value.balanceCents} />;
}
