'use client';

import { useState } from 'react';
import { ActionForm } from '#components/sign-in/action-form';
import { EmailField } from '#components/sign-in/fields';
import { FormLink, FormDone, FormPage } from '#components/shell/form-page';
import * as texts from '#messages/reset-password';
import { requestResetLink } from './actions';

/** Asks for the email address. The response doesn't reveal if it has an account. */
export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string>();

  async function send({ email = '' }: Record<string, string>) {
    const result = await requestResetLink(email);
    if ('error' in result) return result.error;
    setSentTo(email);
    return undefined;
  }

  if (sentTo !== undefined) {
    return (
      <FormDone title={texts.sentTitle()} lead={texts.sentText({ email: sentTo })}>
        <FormLink href="/sign-in">{texts.backToSignIn()}</FormLink>
      </FormDone>
    );
  }
  return (
    <FormPage title={texts.forgotTitle()} lead={texts.forgotLead()}>
      <ActionForm label={texts.send()} send={send} then="leave">
        <EmailField />
      </ActionForm>
      <FormLink href="/sign-in">{texts.backToSignIn()}</FormLink>
    </FormPage>
  );
}
