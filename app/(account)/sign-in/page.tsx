import { Alert } from '@mantine/core';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { signUpWay } from '#app/(account)/sign-up/way';
import { signedIn } from '#app/session';
import { Elsewhere, FormPage } from '#components/account/form-page';
import { ProviderButton } from '#components/account/provider-button';
import { SignInForm } from '#components/account/sign-in-form';
import { PageFrame } from '#components/page-frame';
import { authTexts, signInTexts as texts } from '#components/texts/auth';
import { env } from '#lib/env';
import { localPath } from '#lib/local-path';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: texts.title };

type Query = Promise<{ next?: string | string[]; trouble?: string | string[] }>;

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { next, trouble } = await searchParams;
  const goal = (typeof next === 'string' ? localPath(next) : undefined) ?? '/jobs';
  if ((await signedIn()) !== undefined) redirect(goal);
  const { oidc } = env();
  const way = signUpWay();
  const told = Object.entries(texts.provider).find(([kind]) => kind === trouble)?.[1];
  return (
    <PageFrame>
      <FormPage title={texts.title} lead={texts.lead}>
        {told !== undefined && (
          <Alert color="red" variant="light" role="alert" mb="md">
            {told}
          </Alert>
        )}
        {oidc !== undefined && <ProviderButton name={oidc.name} next={goal} />}
        <SignInForm next={goal} />
        <Elsewhere href="/forgot-password">{texts.forgot}</Elsewhere>
        {(way === 'direct' || way === 'by-mail') && (
          <Elsewhere href="/sign-up" question={texts.noAccount}>
            {authTexts.signUp}
          </Elsewhere>
        )}
      </FormPage>
    </PageFrame>
  );
}
