'use client';

import { Stack } from '@mantine/core';
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import * as commonTexts from '#messages/common';

/** A form that `send`s its fields and shows its error. With `leave`, busy until navigation. `isMinor`: one of many. */
export function ActionForm({
  label,
  send,
  then,
  isMinor = false,
  children,
}: {
  label: string;
  send: (fields: Record<string, string>) => Promise<string | undefined>;
  then: 'leave' | 'stay';
  isMinor?: boolean;
  children: ReactNode;
}) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = readFields(event.currentTarget);
    setBusy(true);
    setError(undefined);
    const failure = await send(fields).catch(() => commonTexts.serverUnreachable());
    if (failure === undefined && then === 'leave') return;
    setBusy(false);
    if (failure === undefined) return form.current?.reset();
    setError(failure);
    const secret = form.current?.querySelector<HTMLInputElement>(
      'input:is([autocomplete$="password"], [autocomplete="one-time-code"])',
    );
    secret?.select();
  }

  // Before hydration, a form without a method would put the password into the URL.
  return (
    <form ref={form} method="post" onSubmit={(event) => void submit(event)}>
      <div style={{ marginBottom: error === undefined ? 0 : '1rem' }}>
        <ErrorAlert>{error}</ErrorAlert>
      </div>
      <Stack gap="md">
        {children}
        <BusyButton
          type="submit"
          isBusy={isBusy}
          {...(isMinor
            ? { variant: 'default', style: { alignSelf: 'start' } }
            : { size: 'md', fullWidth: true })}
        >
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
