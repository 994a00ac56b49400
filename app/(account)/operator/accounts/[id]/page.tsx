import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { presentAccount } from '#app/(account)/operator/accounts/present-account';
import {
  adjust,
  dismissOperator,
  makeOperator,
  placeLegalHold,
  releaseLegalHold,
} from '#app/(account)/operator/actions';
import { requireOperatorSession } from '#app/(account)/operator/require-operator-session';
import { AccountDetails } from '#components/operator/account-details';
import { OperatorFrame } from '#components/operator/operator-frame';
import { readAccountSummary } from '#lib/operator/accounts';
import { listLegalHolds } from '#lib/operator/legal-holds';
import * as operatorTexts from '#messages/operator';
import * as texts from '#messages/operator-accounts';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: operatorTexts.accounts() });

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { db, operatorId, email } = await requireOperatorSession(`/operator/accounts/${id}`);
  const account = (await readAccountSummary(db, { operatorId, accountId: id })) ?? notFound();
  const holds = await listLegalHolds(db, { operatorId, accountId: id });
  return (
    <OperatorFrame email={email} page="accounts" lead={texts.lead()}>
      <AccountDetails
        account={presentAccount(account)}
        holds={holds.map(({ placedAt, ...hold }) => ({ ...hold, placedAt: placedAt.toISOString() }))}
        adjust={adjust}
        addOperator={makeOperator}
        removeOperator={dismissOperator}
        placeHold={placeLegalHold}
        releaseHold={releaseLegalHold}
      />
    </OperatorFrame>
  );
}
