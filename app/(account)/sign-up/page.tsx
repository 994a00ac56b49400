import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { createAccount, requestSignUpLink } from '#app/(account)/sign-up/actions';
import { signUpWay } from '#app/(account)/sign-up/way';
import { signedIn } from '#app/session';
import { SignUp, type SignUpStep } from '#components/account/sign-up';
import { PageFrame } from '#components/page-frame';
import { signUpTexts } from '#components/texts/auth';
import { readInvitation } from '#lib/accounts/invite';
import { pageDatabase } from '#lib/api/page-database';
import { env } from '#lib/env';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: signUpTexts.title };

type Query = Promise<{ invitation?: string | string[] }>;

export default async function Page({ searchParams }: { searchParams: Query }) {
  if ((await signedIn()) !== undefined) redirect('/jobs');
  const { invitation } = await searchParams;
  const step = await stepFor(typeof invitation === 'string' ? invitation : undefined);
  const providerName = env().signUp === 'open' ? env().oidc?.name : undefined;
  return (
    <PageFrame>
      <SignUp
        step={step}
        providerName={providerName}
        create={createAccount}
        requestLink={requestSignUpLink}
      />
    </PageFrame>
  );
}

async function stepFor(invitation: string | undefined): Promise<SignUpStep> {
  const way = signUpWay();
  if (invitation === undefined || way === 'closed') return { kind: way };
  const found = await readInvitation(pageDatabase(), { token: invitation });
  return found ? { kind: 'invited', invitation, email: found.email } : { kind: 'unusable' };
}
