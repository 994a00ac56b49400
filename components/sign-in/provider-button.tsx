'use client';

import { Divider, Text } from '@mantine/core';
import { useState } from 'react';
import { askProvider } from './auth-request';
import { BusyButton } from '#components/ui/busy-button';
import * as authTexts from '#messages/auth';
import * as texts from '#messages/sign-in';

/** Sends the browser to the provider `name` to sign in and return to `next`. Ends with "or", for a form below. */
export function ProviderButton({ name, next }: { name: string; next: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');

  async function go() {
    setState('busy');
    try {
      globalThis.location.assign(await askProvider(next));
    } catch {
      setState('failed');
    }
  }

  return (
    <>
      <BusyButton variant="default" size="md" fullWidth isBusy={state === 'busy'} onClick={() => void go()}>
        {texts.withProvider({ name })}
      </BusyButton>
      <Text role="alert" c="var(--color-danger)" size="sm" mt={state === 'failed' ? 'xs' : 0}>
        {state === 'failed' && texts.providerErrors.provider()}
      </Text>
      <Divider label={authTexts.or()} my="md" />
    </>
  );
}
