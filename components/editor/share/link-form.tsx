'use client';

import { Button, Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { BusyButton } from '#components/busy-button';
import { Trouble } from '#components/account/trouble';
import { historyTexts } from '#components/texts/history';
import { sharingTexts as texts } from '#components/texts/sharing';
import { focusAtOnce } from '../focus-at-once';
import type { JobLink, LinkWish } from './links';

type Expiry = keyof typeof texts.expiries;
type Permission = JobLink['permission'];

// In this order: an object would put the numbers first.
const expiries = ['never', '1', '7', '30', 'date'] as const;
const permissions: readonly Permission[] = ['edit', 'view'];
const dayMs = 24 * 3600 * 1000;
const mostCharacters = 80;

/** Asks what a new link is to be. */
export function LinkForm({
  isBusy,
  trouble,
  onSubmit,
  onCancel,
}: {
  isBusy: boolean;
  trouble: string | undefined;
  onSubmit: (wish: LinkWish) => void;
  onCancel: () => void;
}) {
  const [name, setName] = useState('');
  const [permission, setPermission] = useState<Permission>('edit');
  const [expiry, setExpiry] = useState<(typeof expiries)[number]>('never');
  const [day, setDay] = useState('');

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    onSubmit({ name, permission, expiresAt: expiryOf(expiry, day) });
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          value={name}
          maxLength={mostCharacters}
          autoComplete="off"
          ref={focusAtOnce}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Radio.Group label={texts.permission} value={permission} onChange={(value) => setPermission(value)}>
          <Stack gap="xs" mt="xs">
            {permissions.map((value) => (
              <Radio key={value} value={value} label={texts.permissions[value]} />
            ))}
          </Stack>
        </Radio.Group>
        <NativeSelect
          label={texts.expiry}
          value={expiry}
          onChange={(event) => setExpiry(event.currentTarget.value as (typeof expiries)[number])}
          data={expiries.map((value) => ({ value, label: texts.expiries[value as Expiry] }))}
        />
        {expiry === 'date' && (
          <TextInput
            type="date"
            label={texts.day}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
            required
            withAsterisk={false}
          />
        )}
        <Trouble>{trouble}</Trouble>
        <Group gap="xs">
          <BusyButton type="submit" isBusy={isBusy}>
            {texts.submit}
          </BusyButton>
          <Button variant="default" onClick={onCancel}>
            {historyTexts.naming.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A day ends where the reader lives. */
function expiryOf(expiry: (typeof expiries)[number], day: string): string | null {
  if (expiry === 'never') return null;
  const at = expiry === 'date' ? new Date(`${day}T23:59:59`) : new Date(Date.now() + Number(expiry) * dayMs);
  return at.toISOString();
}
