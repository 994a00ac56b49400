'use client';

import { PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
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
      <PasswordInput
        label={texts.proof()}
        autoComplete="current-password"
        required
        withAsterisk={false}
        maxLength={1024}
        value={proof}
        onChange={({ currentTarget: { value } }) => setProof(value)}
      />
    </ConfirmDialog>
  );
}
