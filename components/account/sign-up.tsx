'use client';

import { useState } from 'react';
import { ActionForm, type Outcome } from '#components/account/action-form';
import { postSignIn } from './auth-request';
import { EmailField, NewPasswordField, SettledEmail } from '#components/account/fields';
import { Elsewhere, FormPage } from '#components/account/form-page';
import { ProviderButton } from '#components/account/provider-button';
import { Said } from '#components/account/said';
import { authTexts, signUpTexts as texts } from '#components/texts/auth';

/** What a stranger can do here. An invitation with an e-mail address is good for that one only. */
export type SignUpStep =
  | { kind: 'direct' | 'by-mail' | 'by-invitation' | 'closed' | 'unusable' }
  | { kind: 'invited'; invitation: string; email: string | null };

interface Actions {
  create: (given: {
    email: string;
    password: string;
    invitation?: string;
  }) => Promise<Outcome<'created' | 'email-unusable' | 'invitation-unusable'>>;
  requestLink: (email: string) => Promise<Outcome<null>>;
}

/** The page to make an account, or why there is none to be made. */
export function SignUp({
  step,
  providerName,
  ...actions
}: Actions & { step: SignUpStep; providerName: string | undefined }) {
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined) {
    return (
      <Said title={texts.sentTitle} lead={texts.sent(sentTo)}>
        <Elsewhere href="/sign-in">{authTexts.signIn}</Elsewhere>
      </Said>
    );
  }
  switch (step.kind) {
    case 'closed':
      return <Closed title={texts.closedTitle} lead={texts.closed} />;
    case 'by-invitation':
      return <Closed title={texts.inviteTitle} lead={texts.invite} />;
    case 'unusable':
      return <Closed title={texts.unusableTitle} lead={texts.unusable} />;
    case 'direct':
    case 'by-mail':
    case 'invited':
      return (
        <FormPage title={texts.title} lead={leadOf(step)}>
          {providerName !== undefined && <ProviderButton name={providerName} next="/jobs" />}
          {step.kind === 'by-mail' ? (
            <LinkForm requestLink={actions.requestLink} onSent={setSentTo} />
          ) : (
            <PasswordForm step={step} create={actions.create} />
          )}
          <Elsewhere href="/sign-in" question={texts.haveAccount}>
            {authTexts.signIn}
          </Elsewhere>
        </FormPage>
      );
  }
}

function leadOf(step: SignUpStep): string {
  if (step.kind === 'by-mail') return texts.leadByMail;
  if (step.kind !== 'invited') return texts.lead;
  return step.email === null ? texts.leadInvited : texts.leadConfirmed(step.email);
}

function Closed({ title, lead }: { title: string; lead: string }) {
  return (
    <FormPage title={title} lead={lead}>
      <Elsewhere href="/sign-in">{authTexts.signIn}</Elsewhere>
    </FormPage>
  );
}

function PasswordForm({ step, create }: { step: SignUpStep; create: Actions['create'] }) {
  const invited = step.kind === 'invited' ? step : undefined;

  async function send({ email = '', chosen = '' }: Record<string, string>) {
    const invitation = invited && { invitation: invited.invitation };
    const outcome = await create({ email, password: chosen, ...invitation });
    if ('trouble' in outcome) return outcome.trouble;
    if (outcome.value === 'email-unusable') return texts.emailUnusable;
    if (outcome.value === 'invitation-unusable') return texts.unusable;
    const trouble = await postSignIn(email, chosen);
    globalThis.location.assign(trouble === undefined ? '/jobs' : '/sign-in');
    return undefined;
  }

  const settled = invited?.email ?? undefined;
  return (
    <ActionForm label={texts.create} send={send} then="leave">
      {settled === undefined ? <EmailField /> : <SettledEmail email={settled} />}
      <NewPasswordField label={authTexts.password} />
    </ActionForm>
  );
}

function LinkForm({
  requestLink,
  onSent,
}: {
  requestLink: Actions['requestLink'];
  onSent: (email: string) => void;
}) {
  async function send({ email = '' }: Record<string, string>) {
    const outcome = await requestLink(email);
    if ('trouble' in outcome) return outcome.trouble;
    onSent(email);
    return undefined;
  }

  return (
    <ActionForm label={texts.title} send={send} then="leave">
      <EmailField />
    </ActionForm>
  );
}
