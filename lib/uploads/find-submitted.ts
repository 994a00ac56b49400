import { and, eq, inArray } from 'drizzle-orm';
import { idempotencyKeys } from '#drizzle/schema/idempotency-keys';
import type { Db } from '#lib/db/connect';
import { pageKeys } from '#lib/jobs/submit/idempotency';

/** Those of the account's uploads that became jobs in the last 90 days. A job that was deleted since is not known any more. */
export async function findSubmitted(
  db: Db,
  { accountId, uploadIds }: { accountId: string; uploadIds: readonly string[] },
): Promise<string[]> {
  const { upload } = pageKeys;
  const keys = uploadIds.map((uploadId) => `${upload}${uploadId}`);
  const found = await db
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.accountId, accountId), inArray(idempotencyKeys.key, keys)));
  return found.map(({ key }) => key.slice(upload.length));
}
