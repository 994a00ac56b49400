import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { jobs } from '#drizzle/schema/jobs';
import { lockOperators } from '#lib/accounts/find-account';
import { passwordMatches } from '#lib/accounts/passwords/passwords';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import { refuseHeld } from '#lib/legal-holds/legal-holds';
import { removeFiles, removePictureParts } from '#lib/queue/remove-files';
import { invalidParameter } from '#lib/refusal';
import * as faultTexts from '#messages/faults';

/**
 * Deletes the account permanently: jobs (also in progress), transcripts, keys, sessions, balance and ledger at once,
 * recordings soon after. Its audit log keeps only an anonymous record of the deletion. Refuses a wrong password (if the
 * account has one), the deletion of the last operator, and `legal-hold` while the account or one of its jobs is under
 * one.
 */
export async function deleteAccount(
  db: Db,
  { accountId, password, by }: { accountId: string; password: string } & ActedBy,
): Promise<void> {
  const [account] = await db
    .select({ passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const hash = account?.passwordHash;
  // An account that signs in through a provider may have no password: its session is the only proof.
  if (hash !== null && !(await passwordMatches(hash, password))) {
    throw invalidParameter('password', faultTexts.wrongPassword());
  }
  await db.transaction(async (tx) => {
    const stored = await tx
      .select({
        id: jobs.id,
        mediaKey: jobs.mediaKey,
        renditionKey: jobs.renditionKey,
        pictureKey: jobs.pictureKey,
        peaksKey: jobs.peaksKey,
      })
      .from(jobs)
      .where(eq(jobs.accountId, accountId))
      .for('update');
    const operators = await lockOperators(tx);
    if (operators.length === 1 && operators[0] === accountId) {
      throw invalidParameter('account', faultTexts.lastOperatorAccount());
    }
    // A concurrent request for a legal hold has locked the row before, or finds it gone.
    await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('update');
    await refuseHeld(tx, { accountId });
    await removePictureParts(
      tx,
      stored.map(({ id }) => id),
    );
    await tx.delete(accounts).where(eq(accounts.id, accountId));
    const actor = { kind: by?.kind ?? 'service' } as const;
    const event = { action: 'account.deleted', by: actor, target: { id: accountId } } as const;
    await recordEvent(tx, { accountId: null, ...event });
    await removeFiles(tx, stored);
  });
}
