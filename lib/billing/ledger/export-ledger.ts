import { listLedger, type LedgerEntry } from '#lib/billing/ledger/list-ledger';
import { describeNote } from '#lib/billing/ledger/notes';
import { csvLine, csvStart } from '#lib/billing/ledger/csv';
import type { Db } from '#lib/db/connect';

const batchSize = 1000;
const heads = ['entry', 'time', 'kind', 'amount_usd', 'job_id', 'job_name', 'payment_id', 'note'];

/** Streams the account's whole ledger as CSV, newest first, in batches of 1,000. Notes are in the reader's language. */
export async function* exportLedger(db: Db, { accountId }: { accountId: string }): AsyncGenerator<string> {
  yield csvStart + csvLine(heads);
  let before: number | undefined;
  for (;;) {
    const entries = await listLedger(db, { accountId, limit: batchSize, before });
    if (entries.length > 0) yield entries.map(toLine).join('');
    if (entries.length < batchSize) return;
    before = entries.at(-1)?.id;
  }
}

function toLine(entry: LedgerEntry): string {
  const { id, createdAt, kind, amountCents, jobId, jobName, paymentId, note } = entry;
  return csvLine([
    id,
    createdAt.toISOString(),
    kind,
    amountCents / 100,
    jobId,
    jobName,
    paymentId,
    note && describeNote(note),
  ]);
}
