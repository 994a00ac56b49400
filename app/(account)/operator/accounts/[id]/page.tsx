import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { OperatorFrame } from '#app/(account)/operator/operator-frame.tsx';
import { requireOperatorSession } from '#app/(account)/operator/require-operator-session';
import { readAccountSummary } from '#lib/operator/accounts';
import { listLegalHolds } from '#lib/operator/legal-holds';
import * as operatorTexts from '#messages/operator';
import * as texts from '#messages/operator-accounts';
import { AccountDetails } from './account-details';

export const generateMetadata = (): Metadata => ({ title: operatorTexts.accounts() });

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { db, operatorId, email } = await requireOperatorSession(`/operator/accounts/${id}`);
  const account = (await readAccountSummary(db, { operatorId, accountId: id })) ?? notFound();
  const holds = await listLegalHolds(db, { operatorId, accountId: id });
  return (
    <OperatorFrame email={email} page="accounts" lead={texts.lead()}>
      <AccountDetails account={account} holds={holds} />
    </OperatorFrame>
  );
}
