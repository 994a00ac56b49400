import { Text, Title } from '@mantine/core';
import { requireBillingSession } from '#app/(account)/balance/own-balance';
import { Pager } from '#components/shell/pager';
import { Link } from '#components/ui/link';
import { LocalTime } from '#components/ui/local-time';
import { listTransactions, type Transaction } from '#lib/billing/ledger/list-transactions';
import { describeNote, ledgerNotes } from '#lib/billing/ledger/notes';
import { formatSignedMoney } from '#lib/messages/format';
import * as texts from '#messages/balance';
import balanceStyles from './balance.module.css';
import styles from './transactions.module.css';

const pageSize = 50;

/** A page of the ledger: the newest transactions, or those before `before`. */
export async function Transactions({ before }: { before: number | undefined }) {
  const { db, accountId } = await requireBillingSession('/balance');
  // Fetches one more than shown to tell if there are older ones.
  const listed = await listTransactions(db, { accountId, limit: pageSize + 1, before });
  const transactions = listed.slice(0, pageSize);
  const olderBefore = listed.length > pageSize ? transactions.at(-1)?.id : undefined;
  return (
    <>
      <section aria-labelledby="ledger">
        <div className={balanceStyles['ledger']}>
          <Title order={2} size="h3" id="ledger">
            {texts.transactions()}
          </Title>
          {transactions.length > 0 && (
            <a className={balanceStyles['export']} href="/balance/ledger.csv" download>
              {texts.exportCsv()}
            </a>
          )}
        </div>
        {transactions.length === 0 ? (
          <Text c="dimmed">{texts.noTransactions()}</Text>
        ) : (
          <TransactionTable transactions={transactions} />
        )}
      </section>
      <Pager
        label={texts.pages()}
        links={{
          first: before === undefined ? undefined : '/balance',
          next: olderBefore === undefined ? undefined : `/balance?before=${olderBefore}`,
        }}
      />
    </>
  );
}

/** A table on wide pages, else a block per transaction. */
function TransactionTable({ transactions }: { transactions: Transaction[] }) {
  return (
    <table className={styles['list']}>
      <thead>
        <tr>
          <th scope="col">{texts.type()}</th>
          <th scope="col">{texts.reference()}</th>
          <th scope="col">{texts.date()}</th>
          <th scope="col" className={styles['amount']}>
            {texts.amount()}
          </th>
        </tr>
      </thead>
      <tbody>
        {transactions.map((transaction) => (
          <tr key={transaction.id}>
            <td>{texts.entryKinds[getKind(transaction)]()}</td>
            <td className={styles['subject']}>
              <Subject transaction={transaction} />
            </td>
            <td className={styles['when']}>
              <LocalTime iso={transaction.createdAt.toISOString()} />
            </td>
            <td className={styles['amount']} data-tone={getTone(transaction)}>
              {formatSignedMoney(transaction.amountCents)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The transaction's job, receipt or note. */
function Subject({ transaction: { jobId, jobName, paymentId, note } }: { transaction: Transaction }) {
  if (paymentId !== null) {
    return <Link href={`/balance/receipts/${paymentId}`}>{texts.receipt()}</Link>;
  }
  if (jobId === null) return <span className={styles['quiet']}>{describeNote(note ?? '')}</span>;
  if (jobName === null) return <span className={styles['quiet']}>{texts.deletedTranscript()}</span>;
  return (
    <Link href={`/editor/${jobId}`} title={jobName}>
      {jobName}
    </Link>
  );
}

/** Refunds may fail, and disputes may be won. */
function getKind({ kind, amountCents, note }: Transaction): keyof typeof texts.entryKinds {
  if (kind === 'charge' && note === ledgerNotes.sample) return 'sample';
  if (kind === 'refund' && amountCents > 0) return 'refund-undone';
  return kind;
}

/** `open` if the amount is only held, or zero. */
function getTone({ kind, amountCents }: Transaction): 'more' | 'less' | 'open' {
  if (amountCents > 0) return 'more';
  return amountCents === 0 || kind === 'hold' ? 'open' : 'less';
}
