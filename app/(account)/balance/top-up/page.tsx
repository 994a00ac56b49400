import { Text } from '@mantine/core';
import type { Metadata } from 'next';
import { beginTopUp } from '#app/(account)/balance/actions';
import { payingCustomer } from '#app/(account)/balance/paying-customer';
import { NarrowPage } from '#components/account/narrow-page';
import { TestMark } from '#components/account/test-mark';
import { TopUpForm } from '#components/account/top-up-form';
import { PageFrame } from '#components/page-frame';
import { paymentTexts as texts } from '#components/texts/balance';
import { toDollars } from '#lib/accounts/dollars';
import { readAccount } from '#lib/accounts/read-account';
import { env } from '#lib/env';
import { topUpLimits } from '#lib/payments/begin-payment';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: texts.topUp };

const offers = ['10', '25', '50', '100'].map((amount) => ({ amount, label: `$${amount}` }));
const limits = { min: toDollars(topUpLimits.minCents), max: toDollars(topUpLimits.maxCents) };

export default async function Page() {
  const { db, accountId, email } = await payingCustomer('/balance/top-up');
  const { balanceCents } = await readAccount(db, { accountId });
  const { kind } = env().payments;
  return (
    <PageFrame email={email}>
      <NarrowPage back={{ href: '/balance', label: texts.back }} title={texts.topUp}>
        {kind === 'test' && <TestMark />}
        <Text mb="lg">{kind === 'none' ? texts.noneWhy : texts.now(toDollars(balanceCents))}</Text>
        {kind !== 'none' && <TopUpForm offers={offers} limits={limits} provider={kind} begin={beginTopUp} />}
      </NarrowPage>
    </PageFrame>
  );
}
