'use client';

import { Alert, Button, Group, Modal } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { BusyButton } from '#components/busy-button';
import { jobsTexts as texts } from '#components/texts/jobs';

/** Asks before something is done. It stays open, and says why, when it could not be done. */
export function Question({
  title,
  children,
  answer,
  harms,
  onAnswer,
  onClose,
}: {
  title: string;
  children: ReactNode;
  /** What the button says that does it. */
  answer: string;
  harms?: 'something';
  /** Does it, and returns what went wrong, if anything. */
  onAnswer: () => Promise<ReactNode>;
  onClose: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<ReactNode>();

  async function go() {
    setBusy(true);
    const wrong = await onAnswer().catch(() => texts.away);
    setBusy(false);
    setTrouble(wrong);
    if (wrong === undefined) onClose();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': texts.cancel }}
      transitionProps={{ duration: 0 }}
      centered
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        {children}
        {trouble !== undefined && (
          <Alert color="red" variant="light" role="alert" mt="md">
            {trouble}
          </Alert>
        )}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <BusyButton type="submit" isBusy={isBusy} {...(harms && { color: 'red.9' })}>
            {answer}
          </BusyButton>
        </Group>
      </form>
    </Modal>
  );
}
