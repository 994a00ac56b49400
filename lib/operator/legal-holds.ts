import type { Db } from '#lib/db/connect';
import {
  placeLegalHold as place,
  type HeldReference,
  releaseLegalHold as release,
  listLegalHolds as list,
  type PlacedHold,
} from '#lib/legal-holds/legal-holds';
import { requireOperator, type Operator } from '#lib/operator/require-operator';

/** Like the verb of `lib/legal-holds`. Refuses non-operators. */
export async function placeLegalHold(
  db: Db,
  { operatorId, by, ...hold }: Operator & HeldReference & { reason: string },
): Promise<void> {
  await place(db, { ...hold, by: await requireOperator(db, { operatorId, by }) });
}

/** Like the verb of `lib/legal-holds`. Refuses non-operators. */
export async function releaseLegalHold(
  db: Db,
  { operatorId, by, ...held }: Operator & HeldReference,
): Promise<void> {
  await release(db, { ...held, by: await requireOperator(db, { operatorId, by }) });
}

/** Like the verb of `lib/legal-holds`. Refuses non-operators. */
export async function listLegalHolds(
  db: Db,
  { operatorId, accountId }: Operator & { accountId: string },
): Promise<PlacedHold[]> {
  await requireOperator(db, { operatorId });
  return list(db, { accountId });
}
