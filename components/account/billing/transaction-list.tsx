import { Text } from '@mantine/core';
import Link from 'next/link';
import { LocalTime } from '#components/ui/local-time';
import * as texts from '#messages/balance';
import styles from './transaction-list.module.css';

/** What a transaction belongs to: a job or a receipt with a link, a job that is gone, or a remark. */
export type TransactionSubject =
  | { kind: 'job'; name: string; href: string }
  | { kind: 'deleted-job' }
  | { kind: 'receipt'; href: string }
  | { kind: 'note'; text: string };

/** A transaction as its owner reads it: one for each job, whose kind says how it stands. */
export interface TransactionView {
  id: number;
  kind: keyof typeof texts.entryKinds;
  at: string;
  /** With its sign. */
  amount: string;
  /** An amount that is only held, or nothing, is `open`. */
  tone: 'more' | 'less' | 'open';
  subject: TransactionSubject;
}

/** Transactions in the order given: a table where the page is wide, else a block for each. */
export function TransactionList({ transactions }: { transactions: TransactionView[] }) {
  if (transactions.length === 0) return <Text c="dimmed">{texts.noTransactions()}</Text>;
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
        {transactions.map(({ id, kind, subject, at, tone, amount }) => (
          <tr key={id}>
            <td className={styles['what']}>{texts.entryKinds[kind]()}</td>
            <td className={styles['subject']}>
              <Subject subject={subject} />
            </td>
            <td className={styles['when']}>
              <LocalTime iso={at} />
            </td>
            <td className={styles['amount']} data-tone={tone}>
              {amount}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Subject({ subject }: { subject: TransactionSubject }) {
  switch (subject.kind) {
    case 'job':
      return (
        <Link href={subject.href} title={subject.name} prefetch={false}>
          {subject.name}
        </Link>
      );
    case 'receipt':
      return (
        <Link href={subject.href} prefetch={false}>
          {texts.receipt()}
        </Link>
      );
    case 'deleted-job':
      return <span className={styles['quiet']}>{texts.deletedTranscript()}</span>;
    case 'note':
      return <span className={styles['quiet']}>{subject.text}</span>;
  }
}
