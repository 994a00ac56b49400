'use client';

import { Button, Divider, Text } from '@mantine/core';
import { useState } from 'react';
import { askProvider } from './auth-request';
import { authTexts, signInTexts } from '#components/texts/auth';

/** Sends the browser to the provider called `name`, to sign in there and come back to `next`; `or` a form below. */
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
      <Button variant="default" size="md" fullWidth loading={state === 'busy'} onClick={() => void go()}>
        {signInTexts.withProvider(name)}
      </Button>
      <Text role="alert" c="var(--longhand-bad)" size="sm" mt={state === 'failed' ? 'xs' : 0}>
        {state === 'failed' && signInTexts.provider.provider}
      </Text>
      <Divider label={authTexts.or} my="md" />
    </>
  );
}
