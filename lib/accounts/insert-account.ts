import { z } from 'zod';
import { accounts } from '#drizzle/schema/accounts';
import { addToBalance } from '#lib/billing/add-to-balance';
import { ledgerNotes } from '#lib/billing/ledger/notes';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Tx } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import { invalidParameter, Refusal } from '#lib/refusal';
import * as faultTexts from '#messages/faults';

const emailAddress = z.email().max(254);

/** Initial values of an account. */
export interface AccountStart {
  email: string;
  /** True if the person is known to own the address. */
  emailConfirmed: boolean;
  passwordHash: string | null;
  balanceCents: number;
}

/** Options of a new account. */
export interface Creation extends ActedBy {
  /** Called in the transaction that creates the account. */
  onCreated?: ((tx: Tx, account: { accountId: string }) => Promise<void>) | undefined;
}

/** Returns the email address as given. Refuses an invalid one. */
export function parseEmail(text: string): string {
  const { data } = emailAddress.safeParse(text);
  if (data !== undefined) return data;
  throw invalidParameter('email', faultTexts.emailInvalid({ email: text }));
}

/** Inserts an account with its opening balance and returns its id. Refuses `email-taken`, ignoring case. */
export async function insertAccount(
  tx: Tx,
  { balanceCents, ...start }: AccountStart,
  { onCreated, by }: Creation = {},
): Promise<string> {
  const accountId = newId();
  const inserted = await tx
    .insert(accounts)
    .values({ id: accountId, ...start })
    .onConflictDoNothing()
    .returning({ id: accounts.id });
  if (inserted.length === 0) throw new Refusal({ kind: 'email-taken', email: start.email });
  const target = { id: accountId, name: start.email };
  await recordEvent(tx, { accountId, action: 'account.created', by, target });
  await addToBalance(tx, {
    accountId,
    kind: 'credit',
    amountCents: balanceCents,
    note: ledgerNotes.openingBalance,
  });
  await onCreated?.(tx, { accountId });
  return accountId;
}
