'use client';

import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useRef, useState, type SubmitEvent } from 'react';
import { postAuth } from './auth-request';

const words = {
  wrong: 'This e-mail address and password don’t belong together.',
  trouble: 'The server could not be asked. Please try again.',
};

/** E-mail address and password; once they are right, the browser goes to `next`, a path of this site. */
export function SignInForm({ next }: { next: string }) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<keyof typeof words>();
  const password = useRef<HTMLInputElement>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    setBusy(true);
    setFault(undefined);
    const outcome = await ask(textOf(given, 'email'), textOf(given, 'password'));
    if (outcome === 'signed-in') return globalThis.location.assign(next);
    setBusy(false);
    setFault(outcome);
    password.current?.select();
  }

  // Before this script runs, a form without a method would put the password into the address.
  return (
    <form method="post" onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <div role="alert">
          {fault !== undefined && (
            <Alert color="red" variant="light" role="presentation" py="xs">
              {words[fault]}
            </Alert>
          )}
        </div>
        <TextInput
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          size="md"
          maxLength={254}
          required
          withAsterisk={false}
        />
        <PasswordInput
          ref={password}
          label="Password"
          name="password"
          autoComplete="current-password"
          size="md"
          maxLength={1024}
          required
          withAsterisk={false}
          aria-invalid={fault === 'wrong'}
        />
        <Button type="submit" size="md" loading={isBusy} fullWidth>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

async function ask(email: string, password: string): Promise<'signed-in' | keyof typeof words> {
  try {
    const answer = await postAuth('callback/credentials', { email, password, callbackUrl: '/jobs' });
    if (answer.ok) return 'signed-in';
    const { url = '' } = (await answer.json()) as { url?: string };
    return url.includes('error=CredentialsSignin') ? 'wrong' : 'trouble';
  } catch {
    return 'trouble';
  }
}
