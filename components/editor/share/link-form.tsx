'use client';

import * as texts from '#messages/editor/share';
import * as commonTexts from '#messages/common';
import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { Choice } from '#components/ui/choice';
import { ErrorAlert } from '#components/ui/error-alert';
import { focusAtOnce } from '#components/ui/focus-on-mount.ts';
import { linkPermissions, type JobLink, type LinkTemplate, type NewLink } from './links';

type Permission = JobLink['permission'];

// An array, since an object would sort the numbers first.
const expiries = ['1', '7', '30', 'date', 'never'] as const;
type Expiry = (typeof expiries)[number];
const dayMs = 24 * 3600 * 1000;
const maxLength = 80;

/** The form for a new link. */
export function LinkForm({
  template,
  isBusy,
  error,
  onSubmit,
  onCancel,
}: {
  template: LinkTemplate;
  isBusy: boolean;
  error: string | undefined;
  onSubmit: (link: NewLink) => void;
  onCancel: () => void;
}) {
  const [name, setName] = useState(template.name);
  const [permission, setPermission] = useState<Permission>(template.permission);
  const [expiry, setExpiry] = useState<Expiry>('30');
  const [day, setDay] = useState('');

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    onSubmit({ name, permission, expiresAt: toExpiresAt(expiry, day) });
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={texts.label()}
          description={texts.labelHelp()}
          value={name}
          maxLength={maxLength}
          autoComplete="off"
          ref={focusAtOnce}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Radio.Group label={texts.access()} value={permission} onChange={(value) => setPermission(value)}>
          <Stack gap="xs" mt="xs">
            {linkPermissions.map((value) => (
              <Radio key={value} value={value} label={texts.permissions[value]()} />
            ))}
          </Stack>
        </Radio.Group>
        <Choice
          label={texts.expires()}
          values={expiries}
          value={expiry}
          nameOf={(value) => texts.expiries[value]()}
          onChoose={setExpiry}
        />
        {expiry === 'date' && (
          <TextInput
            type="date"
            label={texts.lastDay()}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
            required
            withAsterisk={false}
          />
        )}
        <ErrorAlert>{error}</ErrorAlert>
        <Group gap="xs">
          <BusyButton type="submit" isBusy={isBusy}>
            {texts.create()}
          </BusyButton>
          <Button variant="default" onClick={onCancel}>
            {commonTexts.cancel()}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A day ends in the reader's time zone. */
function toExpiresAt(expiry: Expiry, day: string): string | null {
  if (expiry === 'never') return null;
  const at = expiry === 'date' ? new Date(`${day}T23:59:59`) : new Date(Date.now() + Number(expiry) * dayMs);
  return at.toISOString();
}
