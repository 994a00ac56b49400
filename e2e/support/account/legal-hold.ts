import { withServiceDatabase } from '#e2e/support/account/with-service-database';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import type { SharedLonghand, TestAccount } from '#e2e/support/start-longhand';
import { commandLine } from '#lib/audit/actor';
import { placeLegalHold } from '#lib/legal-holds/legal-holds';

/** The reason for every hold here; never shown to the owner. */
export const holdReason = 'Case 2026-114, Smith against Acme';

/** An account with a transcript in its list and one in the trash. */
export interface Owner {
  owner: TestAccount;
  listed: string;
  trashed: string;
}

/** Makes an account with a transcript in its list and one in the trash. */
export async function makeOwner(longhand: SharedLonghand): Promise<Owner> {
  const owner = await longhand.createAccount();
  const make = (name: string) => makeTranscript(longhand, owner, { words: 30, monologues: 3, name });
  const [listed, trashed] = [await make('Interview.mp3'), await make('Board meeting.mp3')];
  await longhand.sql`update jobs set trashed_at = now() - interval '1 day' where id = ${trashed}`;
  return { owner, listed, trashed };
}

/** Makes an account with the operator role. */
export async function makeOperator(longhand: SharedLonghand): Promise<TestAccount> {
  const account = await longhand.createAccount();
  await longhand.sql`update accounts set role = 'operator' where id = ${account.id}`;
  return account;
}

/** Places a legal hold on an account, or on one of its jobs, as the command does. */
export function hold(
  longhand: SharedLonghand,
  { id: accountId }: TestAccount,
  jobId?: string,
): Promise<void> {
  return withServiceDatabase(longhand, (db) =>
    placeLegalHold(db, { accountId, jobId, reason: holdReason, by: commandLine }),
  );
}
