import { Badge, Button, TextInput } from '@mantine/core';
import Link from 'next/link';
import { OperatorPager, type PageLinks } from '#components/operator/operator-pager';
import { LocalTime } from '#components/ui/local-time';
import * as texts from '#messages/operator-accounts';
import * as holdTexts from '#messages/operator-legal-holds';
import styles from '#components/shell/section.module.css';

/** An account as operators see it. Moments are ISO texts. */
export interface AccountView {
  id: string;
  email: string;
  isOperator: boolean;
  createdAt: string;
  /** Written out. */
  balance: string;
  jobs: number;
  minutes: number;
  lastSignInAt: string | undefined;
  /** Whether it, or a transcript of it, is under a legal hold. */
  isHeld: boolean;
}

/** The accounts of the server, to be searched by address. */
export function AccountList({
  accounts,
  search,
  links,
}: {
  accounts: AccountView[];
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
        <div className={styles['empty']}>
          <strong>{texts.empty()}</strong>
          <span>{texts.emptyHint()}</span>
        </div>
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
  account: { id, email, isOperator, balance, jobs, minutes, lastSignInAt, isHeld },
}: {
  account: AccountView;
}) {
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <div className={styles['heading']}>
          <Link className={styles['name']} href={`/operator/accounts/${id}`} prefetch={false}>
            {email}
          </Link>
          {isOperator && (
            <Badge variant="default" size="sm">
              {texts.operator()}
            </Badge>
          )}
          {isHeld && (
            <Badge variant="default" size="sm">
              {holdTexts.badge()}
            </Badge>
          )}
        </div>
        <div className={styles['facts']}>
          <span>{balance}</span>
          <span>{texts.jobCount({ count: jobs })}</span>
          <span>{texts.minutes({ minutes })}</span>
          {lastSignInAt !== undefined && (
            <span>
              {texts.lastSignIn()} <LocalTime iso={lastSignInAt} />
            </span>
          )}
        </div>
      </div>
    </li>
  );
}
