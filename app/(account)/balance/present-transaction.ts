import type { TransactionSubject, TransactionView } from '#components/account/billing/transaction-list';
import { formatSignedMoney } from '#lib/messages/format';
import type { Transaction } from '#lib/billing/ledger/list-transactions';
import { describeNote, ledgerNotes } from '#lib/billing/ledger/notes';

/** A transaction as its owner's page shows it. */
export function presentTransaction(transaction: Transaction): TransactionView {
  const { id, createdAt, amountCents } = transaction;
  return {
    id,
    kind: getKind(transaction),
    at: createdAt.toISOString(),
    amount: formatSignedMoney(amountCents),
    tone: getTone(transaction),
    subject: toSubject(transaction),
  };
}

/** A refund may fail, and a dispute may be won. */
function getKind({ kind, amountCents, note }: Transaction): TransactionView['kind'] {
  if (kind === 'charge' && note === ledgerNotes.sample) return 'sample';
  if (kind === 'refund' && amountCents > 0) return 'refund-undone';
  return kind;
}

function getTone({ kind, amountCents }: Transaction): TransactionView['tone'] {
  if (amountCents > 0) return 'more';
  return amountCents === 0 || kind === 'hold' ? 'open' : 'less';
}

function toSubject({ jobId, jobName, paymentId, note }: Transaction): TransactionSubject {
  if (paymentId !== null) return { kind: 'receipt', href: `/balance/receipts/${paymentId}` };
  if (jobId === null) return { kind: 'note', text: describeNote(note ?? '') };
  return jobName === null
    ? { kind: 'deleted-job' }
    : { kind: 'job', name: jobName, href: `/editor/${jobId}` };
}
