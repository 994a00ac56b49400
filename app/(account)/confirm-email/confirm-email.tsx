'use client';

import { useState } from 'react';
import { ActionForm } from '#components/sign-in/action-form';
import { FormDone, FormLink, FormPage } from '#components/shell/form-page';
import * as texts from '#messages/email-change';
import { confirmEmailChange } from './actions';

/** Confirms the account's new address. */
export function ConfirmEmail({ email, token }: { email: string; token: string }) {
  const [isDone, setDone] = useState(false);

  async function send() {
    const result = await confirmEmailChange(token);
    if ('error' in result) return result.error;
    if (result.value === 'link-unusable') return texts.unusableText();
    if (result.value === 'email-unusable') return texts.emailUnusable();
    setDone(true);
    return undefined;
  }

  if (isDone) {
    return (
      <FormDone title={texts.doneTitle()} lead={texts.doneText({ email })}>
        <FormLink href="/settings">{texts.backToSettings()}</FormLink>
      </FormDone>
    );
  }
  return (
    <FormPage title={texts.confirmTitle()} lead={texts.confirmLead({ email })}>
      <ActionForm label={texts.confirm()} send={send} then="leave">
        {null}
      </ActionForm>
      <FormLink href="/settings">{texts.backToSettings()}</FormLink>
    </FormPage>
  );
}
