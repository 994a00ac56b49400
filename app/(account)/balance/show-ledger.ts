import type { EntrySubject, ShownEntry } from '#components/account/ledger-list';
import { toSignedDollars } from '#lib/accounts/dollars';
import type { LedgerEntry } from '#lib/accounts/list-ledger';

/** An entry of the ledger as its owner's page shows it. */
export function showEntry(entry: LedgerEntry): ShownEntry {
  const { id, createdAt, amountCents } = entry;
  return {
    id,
    kind: kindOf(entry),
    at: createdAt.toISOString(),
    amount: toSignedDollars(amountCents),
    tone: amountCents > 0 ? 'more' : 'less',
    subject: subjectOf(entry),
  };
}

/** A hold shrinks when a recording is shorter than assumed; a refund may fail, and a dispute may be won. */
function kindOf({ kind, amountCents }: LedgerEntry): ShownEntry['kind'] {
  if (kind === 'hold' && amountCents > 0) return 'hold-lowered';
  if (kind === 'refund' && amountCents > 0) return 'refund-undone';
  return kind;
}

function subjectOf({ jobId, jobName, paymentId, note }: LedgerEntry): EntrySubject {
  if (paymentId !== null) return { kind: 'receipt', href: `/balance/receipts/${paymentId}` };
  if (jobId === null) return { kind: 'note', text: note ?? '' };
  return jobName === null
    ? { kind: 'deleted-job' }
    : { kind: 'job', name: jobName, href: `/editor/${jobId}` };
}
