'use client';

import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { BusyButton } from '#components/busy-button';
import { Trouble } from '#components/account/trouble';
import { developerTexts as texts } from '#components/texts/developers';

/** Asks before harm is done. `onClosed` is called when it has left the screen. */
export function Question({
  title,
  yes,
  isOpen,
  isBusy,
  trouble,
  onYes,
  onClose,
  onClosed,
  children,
}: {
  title: string;
  yes: string;
  isOpen: boolean;
  isBusy: boolean;
  trouble: string | undefined;
  onYes: () => void;
  onClose: () => void;
  onClosed?: () => void;
  children: ReactNode;
}) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      centered
      styles={{ title: { lineHeight: 1.35 } }}
      closeButtonProps={{ 'aria-label': texts.close }}
      {...(onClosed && { onExitTransitionEnd: onClosed })}
    >
      <Stack gap="lg">
        <div>{children}</div>
        <Trouble>{trouble}</Trouble>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          <BusyButton color="red" isBusy={isBusy} onClick={onYes}>
            {yes}
          </BusyButton>
        </Group>
      </Stack>
    </Modal>
  );
}
