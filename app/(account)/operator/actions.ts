'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { runAction } from '#app/run-action';
import type { ActionResult } from '#components/ui/action-result.ts';
import type { Adjustment } from '#components/operator/adjust-balance';
import { parseCents } from '#lib/billing/parse-cents';
import { formatMoney } from '#lib/messages/format';
import { adjustBalance } from '#lib/operator/accounts';
import { retryFailedJob } from '#lib/operator/failed-jobs';
import * as legalHolds from '#lib/operator/legal-holds';
import { createInvitation, withdrawInvitation } from '#lib/operator/invitations';
import { addOperator, removeOperator } from '#lib/operator/set-role';
import { dropTask, runTaskNow } from '#lib/operator/tasks';
import { Refusal } from '#lib/refusal';
import { env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';
import { openStorage } from '#lib/storage/open-storage';
import * as balanceTexts from '#messages/balance';

/* Each verb refuses who is no operator. */

const id = z.string().max(64);
const taskId = z.string().regex(/^\d{1,18}$/);

const adjustment = z.object({
  accountId: id,
  direction: z.enum(['add', 'subtract']),
  amount: z.string().max(100),
  reason: z.string().max(1000),
});

const hold = z.object({ accountId: id, jobId: id, reason: z.string().max(1000) });
const held = z.object({ accountId: id, jobId: id.nullable() });

export async function adjust(given: Adjustment): Promise<ActionResult<{ balance: string }>> {
  return runAction(async ({ db, accountId: operatorId, by }) => {
    const { accountId, direction, amount, reason } = adjustment.parse(given);
    const cents = toCents(amount);
    const amountCents = direction === 'add' ? cents : -cents;
    const balanceCents = await adjustBalance(db, { operatorId, by, accountId, amountCents, reason });
    revalidatePath('/operator/accounts', 'layout');
    return { balance: formatMoney(balanceCents) };
  });
}

export async function makeOperator(accountId: string): Promise<ActionResult<void>> {
  return runAction(async ({ db, accountId: operatorId, by }) => {
    await addOperator(db, { operatorId, by, accountId: id.parse(accountId) });
    revalidatePath('/operator/accounts', 'layout');
  });
}

export async function dismissOperator(accountId: string): Promise<ActionResult<void>> {
  return runAction(async ({ db, accountId: operatorId, by }) => {
    await removeOperator(db, { operatorId, by, accountId: id.parse(accountId) });
    revalidatePath('/operator', 'layout');
  });
}

export async function placeLegalHold(given: z.input<typeof hold>): Promise<ActionResult<void>> {
  return runAction(async ({ db, accountId: operatorId, by }) => {
    const { jobId, ...wanted } = hold.parse(given);
    await legalHolds.placeLegalHold(db, { operatorId, by, ...wanted, jobId: jobId.trim() || undefined });
    revalidatePath('/operator/accounts', 'layout');
  });
}

export async function releaseLegalHold(given: z.input<typeof held>): Promise<ActionResult<void>> {
  return runAction(async ({ db, accountId: operatorId, by }) => {
    const { accountId, jobId } = held.parse(given);
    await legalHolds.releaseLegalHold(db, { operatorId, by, accountId, jobId: jobId ?? undefined });
    revalidatePath('/operator/accounts', 'layout');
  });
}

export async function makeInvitation(email: string): Promise<ActionResult<{ link: string }>> {
  return runAction(async ({ db, accountId: operatorId, by }) => {
    const { baseUrl } = env();
    const request = { operatorId, by, email: z.string().max(1000).parse(email) || undefined };
    const { path } = await createInvitation(db, request, await readSecret(env()));
    revalidatePath('/operator/invitations');
    return { link: `${baseUrl}${path}` };
  });
}

export async function withdraw(invitationId: string): Promise<ActionResult<void>> {
  return runAction(async ({ db, accountId: operatorId, by }) => {
    await withdrawInvitation(db, { operatorId, by, invitationId: id.parse(invitationId) });
    revalidatePath('/operator/invitations');
  });
}

export async function retry(jobId: string): Promise<ActionResult<void>> {
  return runAction(async ({ db, accountId: operatorId }) => {
    const { priceCentsPerMinute } = env();
    const options = { storage: openStorage(), priceCentsPerMinute };
    await retryFailedJob(db, { operatorId, jobId: id.parse(jobId) }, options);
    revalidatePath('/operator/failures');
  });
}

export async function runNow(task: string): Promise<ActionResult<void>> {
  return runAction(async ({ db, accountId: operatorId }) => {
    await runTaskNow(db, { operatorId, taskId: taskId.parse(task) });
    revalidatePath('/operator/queue');
  });
}

export async function drop(task: string): Promise<ActionResult<void>> {
  return runAction(async ({ db, accountId: operatorId }) => {
    await dropTask(db, { operatorId, taskId: taskId.parse(task) });
    revalidatePath('/operator/queue');
  });
}

function toCents(given: string): number {
  // Some readers write 12,50.
  const cents = parseCents(given.replace(',', '.'));
  if (cents !== undefined) return cents;
  throw new Refusal({
    kind: 'invalid-parameters',
    parameters: { amount: [balanceTexts.amountInvalid()] },
  });
}
