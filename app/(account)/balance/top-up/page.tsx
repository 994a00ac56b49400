import { Text } from '@mantine/core';
import type { Metadata } from 'next';
import { requireBillingSession } from '#app/(account)/balance/own-balance';
import { NarrowPage } from '#app/(account)/balance/narrow-page.tsx';
import { TestBadge } from '#app/(account)/balance/test-badge.tsx';
import { toWayBack } from '#app/(account)/balance/way-back';
import { TopUpForm } from './top-up-form';
import { PageFrame } from '#components/shell/page-frame';
import { formatMoney, formatNumber } from '#lib/messages/format';
import * as frameTexts from '#messages/frame';
import * as balanceTexts from '#messages/balance';
import * as texts from '#messages/top-up';
import { readAccount } from '#lib/billing/read-account';
import { env } from '#lib/settings/env';
import { topUpLimits } from '#lib/billing/payments/begin-payment';

export const generateMetadata = (): Metadata => ({ title: texts.title() });

const offeredDollars = [10, 25, 50, 100];
const wholeDollars = { style: 'currency', currency: 'USD', maximumFractionDigits: 0 } as const;

type Query = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: Query }) {
  const to = toWayBack((await searchParams)['to']);
  const { db, accountId, email } = await requireBillingSession('/balance/top-up');
  const { balanceCents } = await readAccount(db, { accountId });
  const { kind } = env().payments;
  const offers = offeredDollars.map((amount) => ({
    amount: String(amount),
    label: formatNumber(amount, wholeDollars),
  }));
  const limits = { min: formatMoney(topUpLimits.minCents), max: formatMoney(topUpLimits.maxCents) };
  return (
    <PageFrame email={email}>
      <NarrowPage
        back={{ href: `/${to}`, label: to === 'jobs' ? frameTexts.transcripts() : balanceTexts.title() }}
        title={texts.title()}
      >
        {kind === 'test' && <TestBadge />}
        <Text mb="lg">
          {kind === 'none' ? texts.unavailable() : texts.current({ balance: formatMoney(balanceCents) })}
        </Text>
        {kind !== 'none' && <TopUpForm offers={offers} limits={limits} provider={kind} to={to} />}
      </NarrowPage>
    </PageFrame>
  );
}
