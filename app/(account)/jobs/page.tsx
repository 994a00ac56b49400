import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { readPage } from '#app/(account)/jobs/read-page';
import { signedInOrAsk } from '#app/session';
import { JobsOverview } from '#components/account/jobs-overview';
import { PageFrame } from '#components/page-frame';
import { toDollars } from '#lib/accounts/dollars';
import { readAccount } from '#lib/accounts/read-account';
import { env } from '#lib/env';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Your jobs' };

type Query = Promise<{ starting_after?: string | string[] }>;

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { db, accountId, email } = await signedInOrAsk('/jobs');
  const { starting_after: startingAfter } = await searchParams;
  const [page, { balanceCents }] = await Promise.all([
    readPage(db, { accountId, startingAfter }),
    readAccount(db, { accountId }),
  ]);
  if (page === undefined) redirect('/jobs');
  const { baseUrl, priceCentsPerMinute } = env();
  return (
    <PageFrame email={email}>
      <JobsOverview
        {...page}
        baseUrl={baseUrl}
        balance={priceCentsPerMinute > 0 ? toDollars(balanceCents) : undefined}
      />
    </PageFrame>
  );
}
