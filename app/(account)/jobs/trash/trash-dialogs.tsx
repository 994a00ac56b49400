'use client';

import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import * as dialogTexts from '#messages/transcript-dialogs';
import * as texts from '#messages/trash';

interface Props {
  onConfirm: () => Promise<ReactNode>;
  onClose: () => void;
}

/** Confirms permanent deletion of a transcript, and lists the losses. */
export function DeleteDialog({ name, ...props }: Props & { name: string }) {
  return (
    <ConfirmDialog title={dialogTexts.deleteTitle()} confirmLabel={dialogTexts.deleteConfirm()} {...props}>
      <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Text mt="xs">{dialogTexts.deleteText()}</Text>
      <NoRefund />
    </ConfirmDialog>
  );
}

/** Confirms permanent deletion of everything in the trash. */
export function EmptyDialog({ count, ...props }: Props & { count: number }) {
  return (
    <ConfirmDialog title={texts.emptyTrashTitle()} confirmLabel={texts.emptyTrashConfirm()} {...props}>
      <Text>{texts.emptyTrashText({ count })}</Text>
      <NoRefund />
    </ConfirmDialog>
  );
}

function NoRefund() {
  return (
    <Text mt="xs" c="dimmed">
      {dialogTexts.deleteNoRefund()}
    </Text>
  );
}
