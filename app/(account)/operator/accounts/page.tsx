import type { Metadata } from 'next';
import { z } from 'zod';
import { presentAccount } from '#app/(account)/operator/accounts/present-account';
import { afterShape, pageSize, toPage, type Query } from '#app/(account)/operator/paging';
import { requireOperatorSession } from '#app/(account)/operator/require-operator-session';
import { AccountList } from '#components/operator/account-list';
import { OperatorFrame } from '#components/operator/operator-frame';
import { searchAccounts } from '#lib/operator/accounts';
import * as operatorTexts from '#messages/operator';
import * as texts from '#messages/operator-accounts';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: operatorTexts.accounts() });

const path = '/operator/accounts';

const queryShape = z.object({ search: z.string().trim().max(254).catch(''), after: afterShape });

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { db, operatorId, email } = await requireOperatorSession(path);
  const { search, after } = queryShape.parse(await searchParams);
  const listed = await searchAccounts(db, { operatorId, search, after, limit: pageSize + 1 });
  const { items, links } = toPage(listed, { path, after, ...(search !== '' && { query: { search } }) });
  return (
    <OperatorFrame email={email} page="accounts" lead={texts.lead()}>
      <AccountList accounts={items.map(presentAccount)} search={search} links={links} />
    </OperatorFrame>
  );
}
