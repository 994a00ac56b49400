'use client';

import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ActionForm } from '#components/sign-in/action-form';
import { postSignIn } from '#components/sign-in/auth-request.ts';
import { CodeField, EmailField, PasswordField } from '#components/sign-in/fields';
import * as authTexts from '#messages/auth';
import * as texts from '#messages/sign-in';

interface Credentials {
  email: string;
  password: string;
}

/** Asks for email and password, then a code if required, and opens `next`. `children` are other ways to sign in. */
export function SignInForm({ next, children }: { next: string; children: ReactNode }) {
  const [known, setKnown] = useState<Credentials>();

  async function send(fields: Credentials & { code?: string }) {
    const result = await postSignIn(fields);
    if (typeof result === 'object') return result.error;
    // A full page load, so that nothing from before the sign-in stays in memory.
    if (result === 'signed-in') globalThis.location.assign(next);
    else setKnown(fields);
    return undefined;
  }

  if (known !== undefined) {
    return <CodeForm send={(code) => send({ ...known, code })} leave={() => setKnown(undefined)} />;
  }
  return (
    <>
      <ActionForm
        label={authTexts.signIn()}
        send={({ email = '', password = '' }) => send({ email, password })}
        then="leave"
      >
        <EmailField />
        <PasswordField label={authTexts.password()} />
      </ActionForm>
      {children}
    </>
  );
}

function CodeForm({
  send,
  leave,
}: {
  send: (code: string) => Promise<string | undefined>;
  leave: () => void;
}) {
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={form}>
      <ActionForm label={authTexts.signIn()} send={({ code = '' }) => send(code)} then="leave">
        <CodeField label={texts.code()} description={texts.codeHelp()} />
      </ActionForm>
      <Button variant="subtle" fullWidth mt="sm" onClick={leave}>
        {texts.otherAccount()}
      </Button>
    </div>
  );
}
