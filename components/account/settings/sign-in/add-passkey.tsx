'use client';

import { Stack, TextInput } from '@mantine/core';
import {
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { useState } from 'react';
import {
  explainPasskeyError,
  findPasskeyObstacle,
} from '#components/account/sign-in/explain-passkey-error.ts';
import type { ActionResult } from '#components/ui/action-result.ts';
import { PasswordField } from '#components/account/settings/sign-in/password-field';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import * as texts from '#messages/passkeys';

/** How a passkey is added: the server gives what the browser makes it with, and keeps what it made. */
export interface PasskeyActions {
  start: (given: {
    name: string;
    proof: string;
  }) => Promise<ActionResult<PublicKeyCredentialCreationOptionsJSON | 'wrong-proof'>>;
  finish: (given: {
    name: string;
    response: RegistrationResponseJSON;
  }) => Promise<ActionResult<'added' | 'unusable'>>;
}

/** Asks for a passkey's name, and for the password where there is one, and has the browser make the passkey. */
export function AddPasskey({
  address,
  isPasswordSet,
  actions,
  onAdded,
  onClose,
}: {
  address: string;
  isPasswordSet: boolean;
  actions: PasskeyActions;
  onAdded: () => void;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [proof, setProof] = useState('');

  async function add(): Promise<string | undefined> {
    const obstacle = findPasskeyObstacle(address);
    if (obstacle !== undefined) return obstacle;
    const begun = await actions.start({ name, proof });
    if ('error' in begun) return begun.error;
    if (begun.value === 'wrong-proof') return texts.wrongPassword();
    const response = await startRegistration({ optionsJSON: begun.value }).catch((failure: unknown) =>
      explainPasskeyError(failure, address),
    );
    if (typeof response === 'string') return response;
    const finished = await actions.finish({ name, response });
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
          withAsterisk={false}
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
