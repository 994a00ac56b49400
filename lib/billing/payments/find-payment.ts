import { and, eq } from 'drizzle-orm';
import { payments } from '#drizzle/schema/payments';
import type { Db } from '#lib/db/connect';

/** A payment as the database keeps it. */
export type Payment = typeof payments.$inferSelect;

/** The account's payment with this id; undefined when it has none. */
export async function findPayment(
  db: Db,
  { accountId, paymentId }: { accountId: string; paymentId: string },
): Promise<Payment | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.accountId, accountId), eq(payments.id, paymentId)));
  return payment;
}
