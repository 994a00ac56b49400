'use client';

import { useState } from 'react';
import { ActionForm, type Outcome } from '#components/account/action-form';
import { NewPasswordField, SettledEmail } from '#components/account/fields';
import { Elsewhere, FormPage } from '#components/account/form-page';
import { Said } from '#components/account/said';
import { authTexts, resetTexts as texts } from '#components/texts/auth';

/** Asks for the new password of the account that the link with this token is for. */
export function ResetPassword({
  email,
  token,
  choose,
}: {
  email: string;
  token: string;
  choose: (given: { token: string; chosen: string }) => Promise<Outcome<'changed' | 'link-unusable'>>;
}) {
  const [isDone, setDone] = useState(false);

  async function send({ chosen = '' }: Record<string, string>) {
    const outcome = await choose({ token, chosen });
    if ('trouble' in outcome) return outcome.trouble;
    if (outcome.value === 'link-unusable') return `${texts.unusableTitle}. ${texts.unusable}`;
    setDone(true);
    return undefined;
  }

  if (isDone) {
    return (
      <Said title={texts.doneTitle} lead={texts.done}>
        <Elsewhere href="/sign-in">{authTexts.signIn}</Elsewhere>
      </Said>
    );
  }
  return (
    <FormPage title={texts.title} lead={texts.lead(email)}>
      <ActionForm label={texts.change} send={send} then="leave">
        <SettledEmail email={email} />
        <NewPasswordField label={authTexts.newPassword} />
      </ActionForm>
    </FormPage>
  );
}
