'use client';

import { Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { BusyButton } from '#components/busy-button';
import { Trouble } from '#components/account/trouble';
import { keyTexts as texts } from '#components/texts/developers';

/** What a new key is to be. `expiresAt` is an ISO text, null for never. */
export interface KeyWish {
  name: string;
  mode: keyof typeof texts.modes;
  scope: keyof typeof texts.scopes;
  expiresAt: string | null;
}

type Mode = KeyWish['mode'];
type Scope = KeyWish['scope'];
type Expiry = keyof typeof texts.expiries;

const modes = Object.keys(texts.modes) as Mode[];
const scopes = Object.keys(texts.scopes) as Scope[];
// In this order: an object would put the numbers first.
const expiries = ['never', '30', '90', '365', 'date'] as const satisfies Expiry[];
const dayMs = 24 * 3600 * 1000;

/** Asks what a new key is to be. */
export function ApiKeyForm({
  isBusy,
  trouble,
  onSubmit,
}: {
  isBusy: boolean;
  trouble: string | undefined;
  onSubmit: (wish: KeyWish) => void;
}) {
  const [name, setName] = useState('');
  const [mode, setMode] = useState<Mode>('live');
  const [scope, setScope] = useState<Scope>('submit');
  const [expiry, setExpiry] = useState<Expiry>('never');
  const [day, setDay] = useState('');

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    onSubmit({ name, mode, scope, expiresAt: expiryOf(expiry, day) });
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={100}
          required
          withAsterisk={false}
          autoComplete="off"
          data-autofocus
        />
        <Radio.Group label={texts.mode} value={mode} onChange={setMode}>
          <Choices of={modes.map((value) => ({ value, ...texts.modes[value] }))} />
        </Radio.Group>
        <Radio.Group label={texts.scope} value={scope} onChange={setScope}>
          <Choices of={scopes.map((value) => ({ value, ...texts.scopes[value] }))} />
        </Radio.Group>
        <ExpiryChoice expiry={expiry} day={day} onExpiry={setExpiry} onDay={setDay} />
        <Trouble>{trouble}</Trouble>
        <Group justify="flex-end">
          <BusyButton type="submit" isBusy={isBusy}>
            {texts.submit}
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
        label={texts.expires}
        value={expiry}
        onChange={(event) => onExpiry(event.currentTarget.value as Expiry)}
        data={expiries.map((value) => ({ value, label: texts.expiries[value] }))}
      />
      {expiry === 'date' && (
        <TextInput
          type="date"
          label={texts.expiryDay}
          value={day}
          onChange={(event) => onDay(event.currentTarget.value)}
          required
          withAsterisk={false}
        />
      )}
    </Group>
  );
}

function Choices({ of }: { of: Array<{ value: string; label: string; hint: string }> }) {
  return (
    <Stack gap="xs" mt="xs">
      {of.map(({ value, label, hint }) => (
        <Radio key={value} value={value} label={label} description={hint} />
      ))}
    </Stack>
  );
}

/** A day ends where the reader lives. */
function expiryOf(expiry: Expiry, day: string): string | null {
  if (expiry === 'never') return null;
  const at = expiry === 'date' ? new Date(`${day}T23:59:59`) : new Date(Date.now() + Number(expiry) * dayMs);
  return at.toISOString();
}
