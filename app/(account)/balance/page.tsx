import { Title } from '@mantine/core';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { readOwnBalance, requireBillingSession } from '#app/(account)/balance/own-balance';
import { PaymentNotice } from '#app/(account)/payment-notice.tsx';
import { PageFrame } from '#components/shell/page-frame';
import { ButtonLink } from '#components/ui/link';
import { env } from '#lib/settings/env';
import * as texts from '#messages/balance';
import { formatMoney } from '#lib/messages/format';
import { BalanceWarning } from './balance-warning';
import { Transactions } from './transactions';
import { UsageChart } from './usage-chart';
import { UsageMonths } from './usage-months';
import styles from './balance.module.css';
import usageStyles from './usage-chart.module.css';

export const generateMetadata = (): Metadata => ({ title: texts.title() });

const queryShape = z.object({
  /** The transaction before which the ledger page ends. */
  before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  /** The payment that the customer returns from. */
  payment: z.string().max(100).optional(),
});

export default async function Page({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { email } = await requireBillingSession('/balance');
  const { data: query } = queryShape.safeParse(await searchParams);
  if (query === undefined) redirect('/balance');
  return (
    <PageFrame email={email}>
      <div className={styles['head']}>
        <Title order={1}>{texts.title()}</Title>
        {env().payments.kind !== 'none' && (
          <ButtonLink href="/balance/top-up" look="filled">
            {texts.topUp()}
          </ButtonLink>
        )}
      </div>
      {query.payment !== undefined && <PaymentNotice paymentId={query.payment} />}
      {query.before === undefined && (
        <>
          <Figures />
          <div className={usageStyles['card']}>
            <UsageChart />
            <UsageMonths />
          </div>
          <Warning />
        </>
      )}
      <Transactions before={query.before} />
    </PageFrame>
  );
}

async function Warning() {
  const [{ email }, { warnBelowCents }] = await Promise.all([
    requireBillingSession('/balance'),
    readOwnBalance(),
  ]);
  if (env().mail === undefined) return null;
  const limit = warnBelowCents === null ? '' : (warnBelowCents / 100).toFixed(2);
  return <BalanceWarning email={email} limit={limit} />;
}

/** The available, held and owed amounts. */
async function Figures() {
  const { balanceCents, heldCents, owedCents } = await readOwnBalance();
  return (
    <dl className={styles['figures']}>
      <div>
        <dt>{texts.available()}</dt>
        <dd className={styles['large']}>{formatMoney(balanceCents)}</dd>
      </div>
      <div>
        <dt>{texts.held()}</dt>
        <dd>{formatMoney(heldCents)}</dd>
      </div>
      {owedCents > 0 && (
        <div>
          <dt>{texts.owed()}</dt>
          <dd>{formatMoney(owedCents)}</dd>
          <dd className={styles['why']}>{texts.owedHint()}</dd>
        </div>
      )}
    </dl>
  );
}
