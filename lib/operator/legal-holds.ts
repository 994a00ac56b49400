import type { Db } from '#lib/db/connect';
import { placeLegalHold as place, type HeldReference } from '#lib/legal-holds/place-legal-hold';
import { listLegalHolds as list, type PlacedHold } from '#lib/legal-holds/read-legal-hold';
import { releaseLegalHold as release } from '#lib/legal-holds/release-legal-hold';
import { requireOperator, type Operator } from '#lib/operator/require-operator';

/** As the verb of `lib/legal-holds`. Refuses who is no operator. */
export async function placeLegalHold(
  db: Db,
  { operatorId, by, ...hold }: Operator & HeldReference & { reason: string },
): Promise<void> {
  await place(db, { ...hold, by: await requireOperator(db, { operatorId, by }) });
}

/** As the verb of `lib/legal-holds`. Refuses who is no operator. */
export async function releaseLegalHold(
  db: Db,
  { operatorId, by, ...held }: Operator & HeldReference,
): Promise<void> {
  await release(db, { ...held, by: await requireOperator(db, { operatorId, by }) });
}

/** As the verb of `lib/legal-holds`. Refuses who is no operator. */
export async function listLegalHolds(
  db: Db,
  { operatorId, accountId }: Operator & { accountId: string },
): Promise<PlacedHold[]> {
  await requireOperator(db, { operatorId });
  return list(db, { accountId });
}
