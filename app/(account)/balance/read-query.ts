import { z } from 'zod';

/** What the address of the balance page may carry. */
export type Query = Promise<Record<string, string | string[] | undefined>>;

const query = z.object({
  before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  payment: z.string().max(100).optional(),
});

/** Where in the ledger to begin, and from which payment the customer comes; undefined for what can't be read. */
export function readQuery(
  given: Awaited<Query>,
): { before: number | undefined; paymentId: string | undefined } | undefined {
  const { data } = query.safeParse(given);
  return data && { before: data.before, paymentId: data.payment };
}
