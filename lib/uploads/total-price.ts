import { priceCents } from '#lib/billing/price';
import { env } from '#lib/settings/env';
import { findUpload } from '#lib/uploads/measure-upload';

/** The total price of the account's uploads in cents; one that is gone or wasn't measured costs nothing. */
export async function totalPrice({
  accountId,
  uploadIds,
}: {
  accountId: string;
  uploadIds: string[];
}): Promise<number> {
  const { priceCentsPerMinute } = env();
  let total = 0;
  for (const uploadId of uploadIds) {
    const found = await findUpload({ accountId, uploadId });
    if (found?.durationSeconds === undefined) continue;
    total += priceCents(found.durationSeconds, priceCentsPerMinute);
  }
  return total;
}
