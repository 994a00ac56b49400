'use client';

import { useState } from 'react';
import { ActionForm } from '#components/sign-in/action-form';
import { postSignIn } from '#components/sign-in/auth-request.ts';
import { EmailField, NewPasswordField, ReadOnlyEmail } from '#components/sign-in/fields';
import { FormLink, FormDone, FormPage } from '#components/shell/form-page';
import { ProviderButton } from '#components/sign-in/provider-button';
import * as authTexts from '#messages/auth';
import * as texts from '#messages/sign-up';
import { requestSignUpLink, signUp } from './actions';

/** The way to create an account. An invitation with an email address is valid only for that address. */
export type SignUpStep =
  | { kind: 'direct' | 'by-mail' | 'by-invitation' | 'closed' | 'unusable' }
  | { kind: 'invited'; invitation: string; email: string | null };

/** The form to create an account, or the reason why that is impossible. */
export function SignUp({ step, providerName }: { step: SignUpStep; providerName: string | undefined }) {
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined) {
    return (
      <FormDone title={texts.sentTitle()} lead={texts.sentText({ email: sentTo })}>
        <FormLink href="/sign-in">{authTexts.signIn()}</FormLink>
      </FormDone>
    );
  }
  switch (step.kind) {
    case 'closed':
      return <Closed title={texts.closedTitle()} lead={texts.closedText()} />;
    case 'by-invitation':
      return <Closed title={texts.invitationOnlyTitle()} lead={texts.invitationOnlyText()} />;
    case 'unusable':
      return <Closed title={texts.invitationUnusableTitle()} lead={texts.invitationUnusableText()} />;
    case 'direct':
    case 'by-mail':
    case 'invited':
      return (
        <FormPage title={texts.title()} lead={getLead(step)}>
          {providerName !== undefined && <ProviderButton name={providerName} next="/jobs" />}
          {step.kind === 'by-mail' ? <LinkForm onSent={setSentTo} /> : <PasswordForm step={step} />}
          <FormLink href="/sign-in" question={texts.haveAccount()}>
            {authTexts.signIn()}
          </FormLink>
        </FormPage>
      );
  }
}

function getLead(step: SignUpStep): string {
  if (step.kind === 'by-mail') return texts.leadByEmail();
  if (step.kind !== 'invited') return texts.lead();
  return step.email === null ? texts.leadInvited() : texts.leadConfirmed({ email: step.email });
}

function Closed({ title, lead }: { title: string; lead: string }) {
  return (
    <FormPage title={title} lead={lead}>
      <FormLink href="/sign-in">{authTexts.signIn()}</FormLink>
    </FormPage>
  );
}

function PasswordForm({ step }: { step: SignUpStep }) {
  const invited = step.kind === 'invited' ? step : undefined;

  async function send({ email = '', chosen = '' }: Record<string, string>) {
    const invitation = invited && { invitation: invited.invitation };
    const result = await signUp({ email, password: chosen, ...invitation });
    if ('error' in result) return result.error;
    if (result.value === 'email-unusable') return texts.emailUnusable();
    if (result.value === 'invitation-unusable') return texts.invitationUnusableText();
    const signedIn = await postSignIn({ email, password: chosen });
    globalThis.location.assign(signedIn === 'signed-in' ? '/jobs' : '/sign-in');
    return undefined;
  }

  const settled = invited?.email ?? undefined;
  return (
    <ActionForm label={texts.create()} send={send} then="leave">
      {settled === undefined ? <EmailField /> : <ReadOnlyEmail email={settled} />}
      <NewPasswordField label={authTexts.password()} />
    </ActionForm>
  );
}

function LinkForm({ onSent }: { onSent: (email: string) => void }) {
  async function send({ email = '' }: Record<string, string>) {
    const result = await requestSignUpLink(email);
    if ('error' in result) return result.error;
    onSent(email);
    return undefined;
  }

  return (
    <ActionForm label={texts.title()} send={send} then="leave">
      <EmailField />
    </ActionForm>
  );
}
