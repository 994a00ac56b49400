'use client';

import { useState } from 'react';
import { ActionForm } from '#components/ui/action-form';
import type { ActionResult } from '#components/ui/action-result.ts';
import { NewPasswordField, ReadOnlyEmail } from '#components/sign-in/fields';
import { FormLink, FormDone, FormPage } from '#components/shell/form-page';
import * as authTexts from '#messages/auth';
import * as texts from '#messages/reset-password';

/** Asks for the new password of the account that the link with this token is for. */
export function ResetPassword({
  email,
  token,
  choose,
}: {
  email: string;
  token: string;
  choose: (given: { token: string; chosen: string }) => Promise<ActionResult<'changed' | 'link-unusable'>>;
}) {
  const [isDone, setDone] = useState(false);

  async function send({ chosen = '' }: Record<string, string>) {
    const result = await choose({ token, chosen });
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
