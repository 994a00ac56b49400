'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { toCents } from '#app/(account)/to-cents';
import { runAction } from '#app/run-action';
import { formatMoney } from '#lib/messages/format';
import * as accounts from '#lib/operator/accounts';
import * as legalHolds from '#lib/operator/legal-holds';
import * as roles from '#lib/operator/set-role';

/* All verbs refuse everyone but operators. */

const id = z.string().max(64);

const adjustment = z.object({
  accountId: id,
  direction: z.enum(['add', 'subtract']),
  amount: z.string().max(100),
  reason: z.string().max(1000),
});

const hold = z.object({ accountId: id, jobId: id, reason: z.string().max(1000) });
const held = z.object({ accountId: id, jobId: id.nullable() });

/** Adjusts a balance by dollars such as "12.50". Returns the new balance, formatted. */
export async function adjustBalance(given: z.input<typeof adjustment>) {
  return runAction(async ({ db, accountId: operatorId, by }) => {
    const { accountId, direction, amount, reason } = adjustment.parse(given);
    const cents = toCents(amount);
    const amountCents = direction === 'add' ? cents : -cents;
    const request = { operatorId, by, accountId, amountCents, reason };
    const balanceCents = await accounts.adjustBalance(db, request);
    revalidatePath('/operator/accounts', 'layout');
    return { balance: formatMoney(balanceCents) };
  });
}

export async function addOperator(accountId: string) {
  return runAction(async ({ db, accountId: operatorId, by }) => {
    await roles.addOperator(db, { operatorId, by, accountId: id.parse(accountId) });
    revalidatePath('/operator/accounts', 'layout');
  });
}

export async function removeOperator(accountId: string) {
  return runAction(async ({ db, accountId: operatorId, by }) => {
    await roles.removeOperator(db, { operatorId, by, accountId: id.parse(accountId) });
    revalidatePath('/operator', 'layout');
  });
}

/** Places a legal hold on a transcript, or on the whole account if `jobId` is empty. */
export async function placeLegalHold(given: z.input<typeof hold>) {
  return runAction(async ({ db, accountId: operatorId, by }) => {
    const { jobId, ...wanted } = hold.parse(given);
    await legalHolds.placeLegalHold(db, { operatorId, by, ...wanted, jobId: jobId.trim() || undefined });
    revalidatePath('/operator/accounts', 'layout');
  });
}

/** Releases the legal hold on a transcript, or on the whole account if `jobId` is null. */
export async function releaseLegalHold(given: z.input<typeof held>) {
  return runAction(async ({ db, accountId: operatorId, by }) => {
    const { accountId, jobId } = held.parse(given);
    await legalHolds.releaseLegalHold(db, { operatorId, by, accountId, jobId: jobId ?? undefined });
    revalidatePath('/operator/accounts', 'layout');
  });
}
