import { Badge, Button, TextInput } from '@mantine/core';
import type { Metadata } from 'next';
import { z } from 'zod';
import { OperatorFrame, OperatorPager } from '#app/(account)/operator/operator-frame.tsx';
import { afterShape, pageSize, toPage, type Query } from '#app/(account)/paging';
import { requireOperatorSession } from '#app/(account)/operator/require-operator-session';
import { Link } from '#components/ui/link';
import { LocalTime } from '#components/ui/local-time';
import { formatMoney } from '#lib/messages/format';
import { searchAccounts, type AccountSummary } from '#lib/operator/accounts';
import * as operatorTexts from '#messages/operator';
import * as texts from '#messages/operator-accounts';
import * as holdTexts from '#messages/operator-legal-holds';
import { EmptyLog, LogList } from '#components/shell/log-list';
import styles from '#components/shell/section.module.css';

export const generateMetadata = (): Metadata => ({ title: operatorTexts.accounts() });

const path = '/operator/accounts';

const queryShape = z.object({ search: z.string().trim().max(254).catch(''), after: afterShape });

/** The server's accounts, searchable by email address. */
export default async function Page({ searchParams }: { searchParams: Query }) {
  const { db, operatorId, email } = await requireOperatorSession(path);
  const { search, after } = queryShape.parse(await searchParams);
  const listed = await searchAccounts(db, { operatorId, search, after, limit: pageSize + 1 });
  const { items, links } = toPage(listed, { path, after, query: { search: search || undefined } });
  return (
    <OperatorFrame email={email} page="accounts" lead={texts.lead()}>
      <form className={styles['filterForm']} action={path}>
        <TextInput
          // Remounts for each search: otherwise the browser keeps the previous text.
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
      <LogList label={texts.list()} empty={<EmptyLog title={texts.empty()} hint={texts.emptyHint()} />}>
        {items.map((account) => (
          <AccountRow key={account.id} account={account} />
        ))}
      </LogList>
      <OperatorPager {...links} />
    </OperatorFrame>
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
          <Link className={styles['name']} href={`/operator/accounts/${id}`}>
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
