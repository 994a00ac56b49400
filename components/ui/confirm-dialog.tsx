'use client';

import { Button, Group, Modal, type MantineSize } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import { useReturnFocus } from '#components/ui/focus-on-mount.ts';
import * as texts from '#messages/common';

/** Confirms an action. Closes when `onConfirm` succeeds, otherwise shows its error. */
export function ConfirmDialog({
  title,
  confirmLabel,
  dismissLabel = texts.cancel(),
  isDestructive = true,
  isDisabled = false,
  size = 'md',
  onConfirm,
  onClose,
  onLeave = onClose,
  children,
}: {
  title: string;
  confirmLabel: string;
  /** The label of the button that changes nothing. */
  dismissLabel?: string;
  isDestructive?: boolean;
  /** Disables the confirm button; the children explain why. */
  isDisabled?: boolean;
  size?: MantineSize;
  onConfirm: () => Promise<ReactNode>;
  onClose: () => void;
  /** Called on Escape, the close button or a click outside. Defaults to dismissing. */
  onLeave?: () => void;
  children: ReactNode;
}) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ReactNode>();
  useReturnFocus();

  async function confirm() {
    setBusy(true);
    setError(undefined);
    const failure = await onConfirm().catch(() => texts.serverUnreachable());
    setBusy(false);
    setError(failure);
    if (failure === undefined) onClose();
  }

  return (
    <Modal
      opened
      onClose={onLeave}
      title={title}
      size={size}
      centered
      styles={{ title: { lineHeight: 1.35 } }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void confirm();
        }}
      >
        {children}
        <div style={{ marginTop: error === undefined ? 0 : '1rem' }}>
          <ErrorAlert>{error}</ErrorAlert>
        </div>
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button variant="default" onClick={onClose} data-autofocus>
            {dismissLabel}
          </Button>
          <BusyButton
            type="submit"
            isBusy={isBusy}
            disabled={isDisabled}
            {...(isDestructive && { color: 'red.9' })}
          >
            {confirmLabel}
          </BusyButton>
        </Group>
      </form>
    </Modal>
  );
}
