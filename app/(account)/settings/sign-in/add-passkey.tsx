'use client';

import { Stack, TextInput } from '@mantine/core';
import { startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { explainPasskeyError, findPasskeyObstacle } from '#components/sign-in/explain-passkey-error.ts';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import * as texts from '#messages/passkeys';
import { addPasskey, beginPasskey } from './passkey-actions';
import { PasswordField } from './password-field';

/** Asks for a passkey's name and the account's password, if any, and has the browser create the passkey. */
export function AddPasskey({
  address,
  isPasswordSet,
  onAdded,
  onClose,
}: {
  address: string;
  isPasswordSet: boolean;
  onAdded: () => void;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [proof, setProof] = useState('');

  async function add(): Promise<string | undefined> {
    const obstacle = findPasskeyObstacle(address);
    if (obstacle !== undefined) return obstacle;
    const begun = await beginPasskey({ name, proof });
    if ('error' in begun) return begun.error;
    if (begun.value === 'wrong-proof') return texts.wrongPassword();
    const response = await startRegistration({ optionsJSON: begun.value }).catch((failure: unknown) =>
      explainPasskeyError(failure, address),
    );
    if (typeof response === 'string') return response;
    const finished = await addPasskey({ name, response });
    if ('error' in finished) return finished.error;
    if (finished.value === 'unusable') return texts.failed();
    onAdded();
    return undefined;
  }

  return (
    <ConfirmDialog
      title={texts.addTitle()}
      confirmLabel={texts.addConfirm()}
      isDestructive={false}
      onConfirm={add}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextInput
          label={texts.name()}
          description={texts.nameHelp()}
          required
          maxLength={80}
          dir="auto"
          value={name}
          data-autofocus
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        {isPasswordSet && <PasswordField label={texts.password()} value={proof} onChange={setProof} />}
      </Stack>
    </ConfirmDialog>
  );
}
