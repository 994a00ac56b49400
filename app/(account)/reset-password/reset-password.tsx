'use client';

import { useState } from 'react';
import { ActionForm } from '#components/sign-in/action-form';
import { NewPasswordField, ReadOnlyEmail } from '#components/sign-in/fields';
import { FormLink, FormDone, FormPage } from '#components/shell/form-page';
import * as authTexts from '#messages/auth';
import * as texts from '#messages/reset-password';
import { resetPassword } from './actions';

/** Asks for a new password for the account of the link's token. */
export function ResetPassword({ email, token }: { email: string; token: string }) {
  const [isDone, setDone] = useState(false);

  async function send({ chosen = '' }: Record<string, string>) {
    const result = await resetPassword({ token, chosen });
    if ('error' in result) return result.error;
    if (result.value === 'link-unusable') return texts.linkUnusableText();
    setDone(true);
    return undefined;
  }

  if (isDone) {
    return (
      <FormDone title={texts.doneTitle()} lead={texts.doneText()}>
        <FormLink href="/sign-in">{authTexts.signIn()}</FormLink>
      </FormDone>
    );
  }
  return (
    <FormPage title={texts.title()} lead={texts.lead({ email })}>
      <ActionForm label={texts.change()} send={send} then="leave">
        <ReadOnlyEmail email={email} />
        <NewPasswordField label={authTexts.newPassword()} />
      </ActionForm>
    </FormPage>
  );
}
