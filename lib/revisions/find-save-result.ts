import { and, eq } from 'drizzle-orm';
import { revisions } from '#drizzle/schema/revisions';
import type { Tx } from '#lib/db/connect';
import type { EditChange } from '#lib/transcript/edit';
import { readChangeBetween } from '#lib/revisions/changes/read-changes';
import { Refusal } from '#lib/refusal';

/** A save is in, as this revision; or it is not, because the latest one is another, to which `change` leads. */
export type SaveResult =
  | { kind: 'saved'; revision: number }
  | { kind: 'conflict'; revision: number; change: EditChange };

/**
 * The result of a save that needs no write: it was made already, by its idempotency key, or it builds on a revision that isn't
 * the latest. Undefined for one that can be made. Refuses `revision-not-found` for one that builds on a revision to come.
 */
export async function findSaveResult(
  tx: Tx,
  asked: { jobId: string; base: number; latestRevision: number; idempotencyKey?: string | undefined },
): Promise<SaveResult | undefined> {
  const { jobId, base, latestRevision, idempotencyKey } = asked;
  if (idempotencyKey !== undefined) {
    const [saved] = await tx
      .select({ revision: revisions.number })
      .from(revisions)
      .where(and(eq(revisions.jobId, jobId), eq(revisions.idempotencyKey, idempotencyKey)));
    if (saved !== undefined) return { kind: 'saved', ...saved };
  }
  if (base === latestRevision) return undefined;
  if (base > latestRevision) throw new Refusal({ kind: 'revision-not-found', revision: base });
  const change = await readChangeBetween(tx, { jobId, since: base, revision: latestRevision });
  return { kind: 'conflict', revision: latestRevision, change };
}
