import type { Db } from '#lib/db/connect';
import { placeLegalHold, type HeldReference } from '#lib/legal-holds/place-legal-hold';
import { listLegalHolds, type PlacedHold } from '#lib/legal-holds/read-legal-hold';
import { releaseLegalHold } from '#lib/legal-holds/release-legal-hold';
import { requireOperator, type Operator } from '#lib/operator/require-operator';

/** As `placeLegalHold`. Refuses who is no operator. */
export async function placeHold(
  db: Db,
  { operatorId, by, ...hold }: Operator & HeldReference & { reason: string },
): Promise<void> {
  await placeLegalHold(db, { ...hold, by: await requireOperator(db, { operatorId, by }) });
}

/** As `releaseLegalHold`. Refuses who is no operator. */
export async function releaseHold(
  db: Db,
  { operatorId, by, ...held }: Operator & HeldReference,
): Promise<void> {
  await releaseLegalHold(db, { ...held, by: await requireOperator(db, { operatorId, by }) });
}

/** As `listLegalHolds`. Refuses who is no operator. */
export async function listHolds(
  db: Db,
  { operatorId, accountId }: Operator & { accountId: string },
): Promise<PlacedHold[]> {
  await requireOperator(db, { operatorId });
  return listLegalHolds(db, { accountId });
}
