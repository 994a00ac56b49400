'use client';

import { Text } from '@mantine/core';
import { useState } from 'react';
import { PasswordField } from '#components/account/settings/sign-in/password-field';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import * as texts from '#messages/two-factor';

/** Asks before something about the second step is done, and for the password or a code. */
export function ProofDialog({
  title,
  text,
  confirmLabel,
  isDestructive,
  confirm,
  onClose,
}: {
  title: string;
  text: string;
  confirmLabel: string;
  isDestructive: boolean;
  /** Returns why it was not done, in words. */
  confirm: (proof: string) => Promise<string | undefined>;
  onClose: () => void;
}) {
  const [proof, setProof] = useState('');
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      isDestructive={isDestructive}
      onConfirm={() => confirm(proof)}
      onClose={onClose}
    >
      <Text mb="md">{text}</Text>
      <PasswordField label={texts.proof()} value={proof} onChange={setProof} />
    </ConfirmDialog>
  );
}
