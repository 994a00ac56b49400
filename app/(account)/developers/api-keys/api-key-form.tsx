'use client';

import { Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import * as texts from '#messages/api-keys';
import type { createApiKey } from './actions';

/** The properties of a new key. `expiresAt` is an ISO string, null for never. */
export type NewApiKey = Parameters<typeof createApiKey>[0];

type Mode = NewApiKey['mode'];
type Scope = NewApiKey['scope'];
type Expiry = keyof typeof texts.expiryOptions;

const modes = ['live', 'test'] as const satisfies Mode[];
const scopes = ['read', 'submit', 'everything'] as const satisfies Scope[];
// An array, since an object would sort the numbers first.
const expiries = ['never', '30', '90', '365', 'date'] as const satisfies Expiry[];
const dayMs = 24 * 3600 * 1000;

/** A form for a new key. */
export function ApiKeyForm({
  isBusy,
  error,
  onSubmit,
}: {
  isBusy: boolean;
  error: string | undefined;
  onSubmit: (newKey: NewApiKey) => void;
}) {
  const [name, setName] = useState('');
  const [mode, setMode] = useState<Mode>('live');
  const [scope, setScope] = useState<Scope>('submit');
  const [expiry, setExpiry] = useState<Expiry>('never');
  const [day, setDay] = useState('');

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    onSubmit({ name, mode, scope, expiresAt: toExpiry(expiry, day) });
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <TextInput
          label={texts.name()}
          description={texts.nameHint()}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={100}
          required
          autoComplete="off"
          data-autofocus
        />
        <Radio.Group label={texts.mode()} value={mode} onChange={setMode}>
          <Choices
            choices={modes.map((value) => ({
              value,
              label: texts.modes[value](),
              hint: texts.modeHelp[value](),
            }))}
          />
        </Radio.Group>
        <Radio.Group label={texts.permissions()} value={scope} onChange={setScope}>
          <Choices
            choices={scopes.map((value) => ({
              value,
              label: texts.permissionOptions[value](),
              hint: texts.permissionHelp[value](),
            }))}
          />
        </Radio.Group>
        <ExpiryChoice expiry={expiry} day={day} onExpiry={setExpiry} onDay={setDay} />
        <ErrorAlert>{error}</ErrorAlert>
        <Group justify="flex-end">
          <BusyButton type="submit" isBusy={isBusy}>
            {texts.createSubmit()}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}

function ExpiryChoice({
  expiry,
  day,
  onExpiry,
  onDay,
}: {
  expiry: Expiry;
  day: string;
  onExpiry: (expiry: Expiry) => void;
  onDay: (day: string) => void;
}) {
  return (
    <Group align="flex-start" grow>
      <NativeSelect
        label={texts.expires()}
        value={expiry}
        onChange={(event) => onExpiry(event.currentTarget.value as Expiry)}
        data={expiries.map((value) => ({ value, label: texts.expiryOptions[value]() }))}
      />
      {expiry === 'date' && (
        <TextInput
          type="date"
          label={texts.expiryDay()}
          value={day}
          onChange={(event) => onDay(event.currentTarget.value)}
          required
        />
      )}
    </Group>
  );
}

function Choices({ choices }: { choices: Array<{ value: string; label: string; hint: string }> }) {
  return (
    <Stack gap="xs" mt="xs">
      {choices.map(({ value, label, hint }) => (
        <Radio key={value} value={value} label={label} description={hint} />
      ))}
    </Stack>
  );
}

/** A day ends in the reader's time zone. */
function toExpiry(expiry: Expiry, day: string): string | null {
  if (expiry === 'never') return null;
  const at = expiry === 'date' ? new Date(`${day}T23:59:59`) : new Date(Date.now() + Number(expiry) * dayMs);
  return at.toISOString();
}
