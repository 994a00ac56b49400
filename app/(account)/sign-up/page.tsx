import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getSignUpStep } from '#app/(account)/sign-up/sign-up-step';
import { getSession } from '#app/session';
import { SignUp, type SignUpStep } from './sign-up';
import { PageFrame } from '#components/shell/page-frame';
import { readInvitation } from '#lib/accounts/invite';
import { database } from '#lib/db/database';
import { env } from '#lib/settings/env';
import * as texts from '#messages/sign-up';

export const generateMetadata = (): Metadata => ({ title: texts.title() });

type Query = Promise<{ invitation?: string | string[] }>;

export default async function Page({ searchParams }: { searchParams: Query }) {
  if ((await getSession()) !== undefined) redirect('/jobs');
  const { invitation } = await searchParams;
  const step = await readStep(typeof invitation === 'string' ? invitation : undefined);
  const providerName = env().signUp === 'open' ? env().oidc?.name : undefined;
  return (
    <PageFrame>
      <SignUp step={step} providerName={providerName} />
    </PageFrame>
  );
}

async function readStep(invitation: string | undefined): Promise<SignUpStep> {
  const kind = getSignUpStep();
  if (invitation === undefined || kind === 'closed') return { kind };
  const found = await readInvitation(database().db, { token: invitation });
  return found ? { kind: 'invited', invitation, email: found.email } : { kind: 'unusable' };
}
