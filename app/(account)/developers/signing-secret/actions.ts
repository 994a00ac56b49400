'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { runAction } from '#app/run-action';
import { recordEvent } from '#lib/audit/record-events';
import * as signing from '#lib/callbacks/signing/signing-secrets';
import { listSigningSecrets } from '#lib/callbacks/signing/signing-secrets';
import { invalidParameter } from '#lib/refusal';
import { env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';
import * as faultTexts from '#messages/faults';

const id = z.string().max(64);

/** Returns a signing secret; empty if it no longer exists. */
export async function revealSecret(secretId: string) {
  return runAction(async ({ db, accountId, by }) => {
    const secrets = await listSigningSecrets(db, { accountId, secret: await readSecret(env()) });
    const found = secrets.find((secret) => secret.id === id.parse(secretId));
    if (found === undefined) revalidatePath('/developers/signing-secret');
    else if (found.secret === undefined) {
      throw invalidParameter('secret', faultTexts.signingSecretUnreadable());
    }
    if (found !== undefined) await recordEvent(db, { accountId, action: 'signing_secret.revealed', by });
    return found?.secret ?? '';
  });
}

export async function rotateSigningSecret() {
  return runAction(async ({ db, accountId, by }) => {
    await signing.rotateSigningSecret(db, { accountId, by, secret: await readSecret(env()) });
    revalidatePath('/developers/signing-secret');
  });
}
