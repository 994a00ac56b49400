'use client';

import { ActionForm } from '#components/ui/action-form';
import { postSignIn } from './auth-request';
import { EmailField, PasswordField } from '#components/account/sign-in/fields';
import * as texts from '#messages/auth';

/** Email address and password; once they are right, the browser goes to `next`, a path of this site. */
export function SignInForm({ next }: { next: string }) {
  async function send({ email = '', password = '' }: Record<string, string>) {
    const error = await postSignIn(email, password);
    // A whole new page: nothing from before the sign-in stays in the browser's memory.
    if (error === undefined) globalThis.location.assign(next);
    return error;
  }

  return (
    <ActionForm label={texts.signIn()} send={send} then="leave">
      <EmailField />
      <PasswordField label={texts.password()} />
    </ActionForm>
  );
}
