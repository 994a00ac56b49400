import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { setWarning } from '#app/(account)/balance/actions';
import { requireBillingSession } from '#app/(account)/balance/require-billing-session';
import { readPage } from '#app/(account)/balance/read-page';
import { readQuery, type Query } from '#app/(account)/balance/read-query';
import { BalanceOverview } from '#components/account/billing/balance-overview';
import { PageFrame } from '#components/shell/page-frame';
import * as texts from '#messages/balance';
import { env } from '#lib/settings/env';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: texts.title() });

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { db, accountId, email } = await requireBillingSession('/balance');
  const query = readQuery(await searchParams);
  if (query === undefined) redirect('/balance');
  const { limit, ...shown } = await readPage(db, { accountId, ...query });
  const { payments, mail } = env();
  return (
    <PageFrame email={email}>
      <BalanceOverview
        {...shown}
        topUp={payments.kind === 'none' ? 'none' : 'offered'}
        warning={mail === undefined ? undefined : { email, limit, setLimit: setWarning }}
      />
    </PageFrame>
  );
}
