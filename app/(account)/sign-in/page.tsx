import { Text, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { signedIn } from '#app/session';
import { SignInForm } from '#components/account/sign-in-form';
import { PageFrame } from '#components/page-frame';
import { localPath } from '#lib/local-path';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Sign in' };

type Query = Promise<{ next?: string | string[] }>;

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { next } = await searchParams;
  const goal = (typeof next === 'string' ? localPath(next) : undefined) ?? '/jobs';
  if ((await signedIn()) !== undefined) redirect(goal);
  return (
    <PageFrame>
      <div style={{ maxWidth: '24rem', marginInline: 'auto' }}>
        <Title order={1}>Sign in</Title>
        <Text c="dimmed" mt="xs" mb="lg">
          With the e-mail address and password of your account on this server.
        </Text>
        <SignInForm next={goal} />
      </div>
    </PageFrame>
  );
}
