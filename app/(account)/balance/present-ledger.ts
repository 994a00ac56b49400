import type { EntrySubject, LedgerEntryView } from '#components/account/billing/ledger-list';
import { formatSignedMoney } from '#lib/messages/format';
import type { LedgerEntry } from '#lib/billing/list-ledger';
import { describeNote } from '#lib/billing/notes';

/** An entry of the ledger as its owner's page shows it. */
export function presentLedgerEntry(entry: LedgerEntry): LedgerEntryView {
  const { id, createdAt, amountCents } = entry;
  return {
    id,
    kind: getKind(entry),
    at: createdAt.toISOString(),
    amount: formatSignedMoney(amountCents),
    tone: amountCents > 0 ? 'more' : 'less',
    subject: toSubject(entry),
  };
}

/** A hold shrinks when a recording is shorter than assumed; a refund may fail, and a dispute may be won. */
function getKind({ kind, amountCents }: LedgerEntry): LedgerEntryView['kind'] {
  if (kind === 'hold' && amountCents > 0) return 'hold-lowered';
  if (kind === 'refund' && amountCents > 0) return 'refund-undone';
  return kind;
}

function toSubject({ jobId, jobName, paymentId, note }: LedgerEntry): EntrySubject {
  if (paymentId !== null) return { kind: 'receipt', href: `/balance/receipts/${paymentId}` };
  if (jobId === null) return { kind: 'note', text: describeNote(note ?? '') };
  return jobName === null
    ? { kind: 'deleted-job' }
    : { kind: 'job', name: jobName, href: `/editor/${jobId}` };
}
