'use client';

import { Stack } from '@mantine/core';
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { BusyButton } from '#components/busy-button';
import { Trouble } from '#components/account/trouble';
import { authTexts } from '#components/texts/auth';

/** What an action answers: its value, or why nothing was done, in words. */
export type Outcome<Value> = { value: Value } | { trouble: string };

/**
 * A form that `send`s its fields. Whatever `send` returns as trouble is told, and the form can be sent again; without
 * trouble it stays busy when `then` is `leave`, as the browser is on its way to another page.
 */
export function ActionForm({
  label,
  send,
  then,
  children,
}: {
  label: string;
  send: (fields: Record<string, string>) => Promise<string | undefined>;
  then: 'leave' | 'stay';
  children: ReactNode;
}) {
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = readFields(event.currentTarget);
    setBusy(true);
    setTrouble(undefined);
    const told = await send(fields).catch(() => authTexts.unreachable);
    if (told === undefined && then === 'leave') return;
    setBusy(false);
    if (told === undefined) return form.current?.reset();
    setTrouble(told);
    const secret = form.current?.querySelector<HTMLInputElement>('input[autocomplete$="password"]');
    secret?.select();
  }

  // Before this script runs, a form without a method would put the password into the address.
  return (
    <form ref={form} method="post" onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Trouble>{trouble}</Trouble>
        {children}
        <BusyButton type="submit" size="md" isBusy={isBusy} fullWidth>
          {label}
        </BusyButton>
      </Stack>
    </form>
  );
}

function readFields(form: HTMLFormElement): Record<string, string> {
  const fields = [...new FormData(form)].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : '',
  ]);
  return Object.fromEntries(fields) as Record<string, string>;
}
