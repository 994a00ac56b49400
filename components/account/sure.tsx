'use client';

import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';

/** What an action tells: its value, or why nothing was done, in words. */
export type Outcome<Value> = { value: Value } | { trouble: string };

/**
 * Asks before harm: says what is lost, then does it when told to. `act` gives the outcome; `onDone` is called after
 * it succeeded. Fields among the children are handed to `act`.
 */
export function Sure({
  opened,
  title,
  children,
  go,
  back,
  notAsked,
  act,
  onClose,
  onDone,
}: {
  opened: boolean;
  title: string;
  children: ReactNode;
  go: string;
  back: string;
  notAsked: string;
  act: (given: FormData) => Promise<Outcome<unknown>>;
  onClose: () => void;
  onDone: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();

  function close() {
    setTrouble(undefined);
    onClose();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    setBusy(true);
    const outcome = await act(given).catch(() => ({ trouble: notAsked }));
    setBusy(false);
    if ('trouble' in outcome) return setTrouble(outcome.trouble);
    close();
    onDone();
  }

  return (
    <Modal opened={opened} onClose={close} title={title} centered closeButtonProps={{ 'aria-label': back }}>
      <form method="post" onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Text component="div">{children}</Text>
          <div role="alert">
            {trouble !== undefined && (
              <Alert color="red" variant="light" role="presentation" py="xs">
                {trouble}
              </Alert>
            )}
          </div>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close} data-autofocus>
              {back}
            </Button>
            <Button type="submit" color="red" loading={isBusy}>
              {go}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
