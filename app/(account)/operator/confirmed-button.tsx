'use client';

import { Button, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { getError, type ActionResult } from '#components/ui/action-result.ts';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { focusIfLost } from '#components/ui/focus-on-mount.ts';

/** A button that runs an action on `id` after confirmation. */
export function ConfirmedButton({
  id,
  label,
  name,
  question,
  isDestructive = false,
  action,
}: {
  id: string;
  label: string;
  /** Distinguishes the button in a list. */
  name?: string;
  question: { title: string; text: string };
  isDestructive?: boolean;
  action: (id: string) => Promise<ActionResult<unknown>>;
}) {
  const [isOpen, setOpen] = useState(false);
  const isDone = useRef(false);
  // The action may remove the item with its focused button.
  useEffect(
    () => () => {
      if (isDone.current) setTimeout(() => focusIfLost(document.getElementById('page-title')));
    },
    [],
  );

  async function confirm() {
    const error = getError(await action(id));
    isDone.current = error === undefined;
    return error;
  }

  return (
    <>
      <Button variant="default" size="xs" h={36} aria-label={name} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={question.title}
          confirmLabel={label}
          isDestructive={isDestructive}
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        >
          <Text>{question.text}</Text>
        </ConfirmDialog>
      )}
    </>
  );
}
