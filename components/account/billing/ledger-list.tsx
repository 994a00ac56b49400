import { Text } from '@mantine/core';
import Link from 'next/link';
import { LocalTime } from '#components/ui/local-time';
import * as texts from '#messages/balance';
import styles from './ledger-list.module.css';

/** What an entry of the ledger belongs to: a job or a receipt with a link, a job that is gone, or a remark. */
export type EntrySubject =
  | { kind: 'job'; name: string; href: string }
  | { kind: 'deleted-job' }
  | { kind: 'receipt'; href: string }
  | { kind: 'note'; text: string };

/** An entry of the ledger as its owner reads it. */
export interface LedgerEntryView {
  id: number;
  kind: keyof typeof texts.entryKinds;
  at: string;
  /** With its sign. */
  amount: string;
  tone: 'more' | 'less';
  subject: EntrySubject;
}

/** Entries of the ledger in the order given: a table where the page is wide, else a block for each. */
export function LedgerList({ entries }: { entries: LedgerEntryView[] }) {
  if (entries.length === 0) return <Text c="dimmed">{texts.noTransactions()}</Text>;
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
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className={styles['what']}>{texts.entryKinds[entry.kind]()}</td>
            <td className={styles['subject']}>
              <Subject subject={entry.subject} />
            </td>
            <td className={styles['when']}>
              <LocalTime iso={entry.at} />
            </td>
            <td className={styles['amount']} data-tone={entry.tone}>
              {entry.amount}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Subject({ subject }: { subject: EntrySubject }) {
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
