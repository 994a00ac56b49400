'use client';

import { Text } from '@mantine/core';
import { useState } from 'react';
import { PasswordField } from './password-field';
import { ConfirmDialog } from '#components/ui/confirm-dialog';

/** Asks before something about the second step is done, and for what shows who it is. */
export function ProofDialog({
  title,
  text,
  proof: label,
  confirmLabel,
  isDestructive,
  confirm,
  onClose,
}: {
  title: string;
  text: string;
  /** The label of the proof: the password, or also a code. */
  proof: string;
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
      <PasswordField label={label} value={proof} onChange={setProof} />
    </ConfirmDialog>
  );
}
