'use client';

import { useState } from 'react';
import { ActionForm, type Outcome } from '#components/account/action-form';
import { EmailField } from '#components/account/fields';
import { Elsewhere, FormPage } from '#components/account/form-page';
import { Said } from '#components/account/said';
import { resetTexts as texts } from '#components/texts/auth';

/** Asks for the e-mail address to mail a link to; says the same whether there is such an account or not. */
export function ForgotPassword({ requestLink }: { requestLink: (email: string) => Promise<Outcome<null>> }) {
  const [sentTo, setSentTo] = useState<string>();

  async function send({ email = '' }: Record<string, string>) {
    const outcome = await requestLink(email);
    if ('trouble' in outcome) return outcome.trouble;
    setSentTo(email);
    return undefined;
  }

  if (sentTo !== undefined) {
    return (
      <Said title={texts.sentTitle} lead={texts.sent(sentTo)}>
        <Elsewhere href="/sign-in">{texts.backToSignIn}</Elsewhere>
      </Said>
    );
  }
  return (
    <FormPage title={texts.forgotTitle} lead={texts.forgotLead}>
      <ActionForm label={texts.send} send={send} then="leave">
        <EmailField />
      </ActionForm>
      <Elsewhere href="/sign-in">{texts.backToSignIn}</Elsewhere>
    </FormPage>
  );
}
