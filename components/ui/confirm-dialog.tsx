'use client';

import { Button, Group, Modal, type MantineSize } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import { useReturnFocus } from '#components/ui/focus-on-mount.ts';
import * as texts from '#messages/common';

/** Asks before something is done. Closes when `onConfirm` succeeds, and shows the error that it returns. */
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
  /** Of the button that leaves everything as it is. */
  dismissLabel?: string;
  isDestructive?: boolean;
  /** The confirmation is disabled; the children say why. */
  isDisabled?: boolean;
  size?: MantineSize;
  onConfirm: () => Promise<ReactNode>;
  onClose: () => void;
  /** Escape, the cross or a click beside the dialog; without it, the same as the button that leaves everything as it is. */
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
