'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { runAction } from '#app/run-action';
import * as invitations from '#lib/operator/invitations';
import { env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';

/* All verbs refuse everyone but operators. */

/** Invites an address, or anyone if empty. Returns the link. */
export async function createInvitation(email: string) {
  return runAction(async ({ db, accountId: operatorId, by }) => {
    const { baseUrl } = env();
    const request = { operatorId, by, email: z.string().max(1000).parse(email) || undefined };
    const { path } = await invitations.createInvitation(db, request, await readSecret(env()));
    revalidatePath('/operator/invitations');
    return { link: `${baseUrl}${path}` };
  });
}

export async function withdrawInvitation(invitationId: string) {
  return runAction(async ({ db, accountId: operatorId, by }) => {
    const id = z.string().max(64).parse(invitationId);
    await invitations.withdrawInvitation(db, { operatorId, by, invitationId: id });
    revalidatePath('/operator/invitations');
  });
}
