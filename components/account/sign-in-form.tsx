'use client';

import { ActionForm } from '#components/account/action-form';
import { postSignIn } from './auth-request';
import { EmailField, PasswordField } from '#components/account/fields';
import { authTexts as texts } from '#components/texts/auth';

/** E-mail address and password; once they are right, the browser goes to `next`, a path of this site. */
export function SignInForm({ next }: { next: string }) {
  async function send({ email = '', password = '' }: Record<string, string>) {
    const trouble = await postSignIn(email, password);
    // A whole new page: nothing of the stranger's stays in the browser's memory.
    if (trouble === undefined) globalThis.location.assign(next);
    return trouble;
  }

  return (
    <ActionForm label={texts.signIn} send={send} then="leave">
      <EmailField />
      <PasswordField label={texts.password} />
    </ActionForm>
  );
}
