import { Badge, Button, TextInput } from '@mantine/core';
import type { Metadata } from 'next';
import Link from 'next/link';
import { z } from 'zod';
import { OperatorFrame } from '#app/(account)/operator/operator-frame.tsx';
import { OperatorPager, type PageLinks } from '#app/(account)/operator/operator-pager.tsx';
import { afterShape, pageSize, toPage, type Query } from '#app/(account)/operator/paging';
import { requireOperatorSession } from '#app/(account)/operator/require-operator-session';
import { LocalTime } from '#components/ui/local-time';
import { formatMoney } from '#lib/messages/format';
import { searchAccounts, type AccountSummary } from '#lib/operator/accounts';
import * as operatorTexts from '#messages/operator';
import * as texts from '#messages/operator-accounts';
import * as holdTexts from '#messages/operator-legal-holds';
import { EmptyLog } from '#components/shell/log-list';
import styles from '#components/shell/section.module.css';

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
      <AccountList accounts={items} search={search} links={links} />
    </OperatorFrame>
  );
}

/** The server's accounts, with a search by address. */
function AccountList({
  accounts,
  search,
  links,
}: {
  accounts: AccountSummary[];
  search: string;
  links: PageLinks;
}) {
  return (
    <>
      <form className={styles['filterForm']} action="/operator/accounts">
        <TextInput
          // A new one for each search: the browser would keep what was typed before.
          key={search}
          label={texts.search()}
          name="search"
          type="search"
          defaultValue={search}
          maxLength={254}
          maw="24rem"
          autoComplete="off"
        />
        <Button type="submit" variant="default">
          {texts.searchSubmit()}
        </Button>
      </form>
      {accounts.length === 0 ? (
        <EmptyLog title={texts.empty()} hint={texts.emptyHint()} />
      ) : (
        <ul className={styles['list']} aria-label={texts.list()}>
          {accounts.map((account) => (
            <AccountRow key={account.id} account={account} />
          ))}
        </ul>
      )}
      <OperatorPager {...links} />
    </>
  );
}

function AccountRow({
  account: { id, email, role, balanceCents, jobs, minutes, lastSignInAt, isHeld },
}: {
  account: AccountSummary;
}) {
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <div className={styles['heading']}>
          <Link className={styles['name']} href={`/operator/accounts/${id}`} prefetch={false}>
            {email}
          </Link>
          {role === 'operator' && <Badge>{texts.operator()}</Badge>}
          {isHeld && <Badge>{holdTexts.badge()}</Badge>}
        </div>
        <div className={styles['facts']}>
          <span>{formatMoney(balanceCents)}</span>
          <span>{texts.jobCount({ count: jobs })}</span>
          <span>{texts.minutes({ minutes: Math.round(minutes) })}</span>
          {lastSignInAt !== null && (
            <span>
              {texts.lastSignIn()} <LocalTime iso={lastSignInAt.toISOString()} />
            </span>
          )}
        </div>
      </div>
    </li>
  );
}
