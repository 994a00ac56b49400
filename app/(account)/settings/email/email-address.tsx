'use client';

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { PasswordField } from '#app/(account)/settings/sign-in/password-field.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { ErrorAlert } from '#components/ui/error-alert';
import { useAction } from '#components/ui/use-action.ts';
import * as texts from '#messages/email-change';
import { cancelEmailChange, requestEmailChange, resendEmailChange } from './actions';

/** Shows and changes the account's address. */
export function EmailAddress({
  email,
  pending,
  obstacle,
}: {
  email: string;
  /** The new address while unconfirmed. */
  pending: string | undefined;
  /** Why the address can't be changed. */
  obstacle: 'no-mail' | 'no-password' | undefined;
}) {
  const [isAsking, setAsking] = useState(false);
  const [status, setStatus] = useState<string>();
  const changeButton = useRef<HTMLButtonElement>(null);

  // Canceling removes its button.
  function announceCanceled() {
    setStatus(texts.canceled());
    changeButton.current?.focus();
  }

  return (
    <>
      <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
        {email}
      </Text>
      {obstacle === undefined ? (
        <>
          {pending !== undefined && (
            <PendingChange email={pending} notify={setStatus} onCanceled={announceCanceled} />
          )}
          <Button
            ref={changeButton}
            variant="default"
            mt="md"
            onClick={() => {
              setStatus(undefined);
              setAsking(true);
            }}
          >
            {texts.change()}
          </Button>
        </>
      ) : (
        <Text mt="xs">{obstacle === 'no-mail' ? texts.noMail() : texts.noPassword()}</Text>
      )}
      <output>
        {status !== undefined && (
          <Text mt="sm" component="span" display="block">
            {status}
          </Text>
        )}
      </output>
      {isAsking && <ChangeDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function PendingChange({
  email,
  notify,
  onCanceled,
}: {
  email: string;
  notify: (status: string | undefined) => void;
  onCanceled: () => void;
}) {
  const resending = useAction(resendEmailChange);
  const canceling = useAction(cancelEmailChange);

  async function sendAgain() {
    notify(undefined);
    if ((await resending.run())?.value === 'sent') notify(texts.sentAgain());
  }

  async function cancel() {
    notify(undefined);
    if ((await canceling.run()) !== undefined) onCanceled();
  }

  return (
    <Stack gap="sm" mt="sm">
      <Text style={{ overflowWrap: 'anywhere' }}>{texts.pending({ email })}</Text>
      <ErrorAlert>{resending.error ?? canceling.error}</ErrorAlert>
      <Group gap="sm">
        <BusyButton variant="default" isBusy={resending.isBusy} onClick={() => void sendAgain()}>
          {texts.sendAgain()}
        </BusyButton>
        <BusyButton variant="default" isBusy={canceling.isBusy} onClick={() => void cancel()}>
          {texts.cancelChange()}
        </BusyButton>
      </Group>
    </Stack>
  );
}

function ChangeDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');

  async function confirm() {
    const result = await requestEmailChange({ email, password });
    if ('error' in result) return result.error;
    return result.value === 'wrong-password' ? texts.wrongPassword() : undefined;
  }

  return (
    <ConfirmDialog
      title={texts.changeTitle()}
      confirmLabel={texts.sendLink()}
      isDestructive={false}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{texts.explain()}</Text>
        <TextInput
          label={texts.newEmail()}
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          value={email}
          data-autofocus
          onChange={({ currentTarget: { value } }) => setEmail(value)}
        />
        <PasswordField label={texts.password()} value={password} onChange={setPassword} />
      </Stack>
    </ConfirmDialog>
  );
}
