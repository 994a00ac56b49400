'use client';

import { useState } from 'react';
import { ActionForm } from '#components/ui/action-form';
import type { ActionResult } from '#components/ui/action-result.ts';
import { EmailField } from '#components/sign-in/fields';
import { FormLink, FormDone, FormPage } from '#components/shell/form-page';
import * as texts from '#messages/reset-password';

/** Asks for the email address to mail a link to; says the same whether there is such an account or not. */
export function ForgotPassword({
  requestLink,
}: {
  requestLink: (email: string) => Promise<ActionResult<null>>;
}) {
  const [sentTo, setSentTo] = useState<string>();

  async function send({ email = '' }: Record<string, string>) {
    const result = await requestLink(email);
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
