import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { setWarning } from '#app/(account)/balance/actions';
import { requireBillingSession } from '#app/(account)/balance/require-billing-session';
import { readPage } from '#app/(account)/balance/read-page';
import { BalanceOverview } from '#components/account/billing/balance-overview';
import { PageFrame } from '#components/shell/page-frame';
import * as texts from '#messages/balance';
import { env } from '#lib/settings/env';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: texts.title() });

/** What the address of the balance page may carry. */
type Query = Promise<Record<string, string | string[] | undefined>>;

const query = z.object({
  before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  payment: z.string().max(100).optional(),
});

/** Where in the ledger to begin, and from which payment the customer comes; undefined for what can't be read. */
function readQuery(
  given: Awaited<Query>,
): { before: number | undefined; paymentId: string | undefined } | undefined {
  const { data } = query.safeParse(given);
  return data && { before: data.before, paymentId: data.payment };
}

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
