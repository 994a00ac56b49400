import { Alert } from '@mantine/core';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getSignUpStep } from '#app/(account)/sign-up/sign-up-step';
import { getSession } from '#app/session';
import { FormLink, FormPage } from '#components/shell/form-page';
import { PasskeyButton } from './passkey-button';
import { ProviderButton } from '#components/sign-in/provider-button';
import { SignInForm } from './sign-in-form';
import { PageFrame } from '#components/shell/page-frame';
import { getRelyingParty } from '#lib/accounts/passkeys/relying-party';
import { env } from '#lib/settings/env';
import { localPath } from '#lib/net/local-path';
import * as authTexts from '#messages/auth';
import * as texts from '#messages/sign-in';

export const generateMetadata = (): Metadata => ({ title: texts.title() });

type Query = Promise<{ next?: string | string[]; error?: string | string[] }>;

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { next, error } = await searchParams;
  const target = (typeof next === 'string' ? localPath(next) : undefined) ?? '/jobs';
  if ((await getSession()) !== undefined) redirect(target);
  const { oidc } = env();
  const party = getRelyingParty(env().baseUrl);
  const step = getSignUpStep();
  const explain = Object.entries(texts.providerErrors).find(([kind]) => kind === error)?.[1];
  return (
    <PageFrame>
      <FormPage title={texts.title()} lead={texts.lead()}>
        {explain !== undefined && (
          <Alert color="red" variant="light" role="alert" mb="md">
            {explain()}
          </Alert>
        )}
        {oidc !== undefined && <ProviderButton name={oidc.name} next={target} />}
        <SignInForm next={target}>
          {party !== undefined && <PasskeyButton next={target} address={party.origin} />}
          <FormLink href="/forgot-password">{texts.forgotPassword()}</FormLink>
          {(step === 'direct' || step === 'by-mail') && (
            <FormLink href="/sign-up" question={texts.noAccount()}>
              {authTexts.signUp()}
            </FormLink>
          )}
        </SignInForm>
      </FormPage>
    </PageFrame>
  );
}
