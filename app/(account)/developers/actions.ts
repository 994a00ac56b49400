'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { explainAttempt } from '#app/(account)/developers/explain-delivery';
import { runAction } from '#app/run-action';
import type { ActionResult } from '#components/ui/action-result.ts';
import { apiKeyScopes } from '#lib/accounts/api-keys/api-key';
import { createApiKey } from '#lib/accounts/api-keys/create-api-key';
import { revokeApiKey } from '#lib/accounts/api-keys/revoke-api-key';
import { recordEvent } from '#lib/audit/record-events';
import { callbackExample } from '#lib/api/v1/openapi/examples';
import { jobId as jobIdSchema } from '#lib/api/v1/schemas';
import { rotateSigningSecret } from '#lib/callbacks/signing/rotate-signing-secret';
import { sendAgain } from '#lib/callbacks/send-again';
import { sendTestCallback } from '#lib/callbacks/send-test-callback';
import { listSigningSecrets } from '#lib/callbacks/signing/signing-secrets';
import { Refusal } from '#lib/refusal';
import { env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';
import * as faultTexts from '#messages/faults';

const newApiKey = z.object({
  name: z.string(),
  mode: z.enum(['live', 'test']),
  scope: z.enum(apiKeyScopes),
  expiresAt: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .nullable(),
});

const id = z.string().max(64);

export async function createKey(given: z.input<typeof newApiKey>): Promise<ActionResult<{ apiKey: string }>> {
  return runAction(async ({ db, accountId, by }) => {
    const { apiKey } = await createApiKey(db, { accountId, by, ...newApiKey.parse(given) });
    revalidatePath('/developers');
    return { apiKey };
  });
}

export async function revokeKey(keyId: string): Promise<ActionResult<void>> {
  return runAction(async ({ db, accountId, by }) => {
    await revokeApiKey(db, { accountId, by, keyId: id.parse(keyId) });
    revalidatePath('/developers');
  });
}

export async function revealSecret(secretId: string): Promise<ActionResult<string>> {
  return runAction(async ({ db, accountId, by }) => {
    const secrets = await listSigningSecrets(db, { accountId, secret: await readSecret(env()) });
    const found = secrets.find((secret) => secret.id === id.parse(secretId));
    if (found === undefined) revalidatePath('/developers/signing-secret');
    else if (found.secret === undefined) {
      throw new Refusal({
        kind: 'invalid-parameters',
        parameters: { secret: [faultTexts.signingSecretUnreadable()] },
      });
    }
    if (found !== undefined) await recordEvent(db, { accountId, action: 'signing_secret.revealed', by });
    return found?.secret ?? '';
  });
}

export async function rotateSecret(): Promise<ActionResult<void>> {
  return runAction(async ({ db, accountId, by }) => {
    await rotateSigningSecret(db, { accountId, by, secret: await readSecret(env()) });
    revalidatePath('/developers/signing-secret');
  });
}

export async function sendCallbackAgain(jobId: string): Promise<ActionResult<void>> {
  return runAction(async ({ db, accountId }) => {
    await sendAgain(db, { accountId, jobId: jobIdSchema.parse(jobId) });
    revalidatePath('/developers/callbacks', 'layout');
  });
}

export async function sendTest(url: string) {
  return runAction(async ({ db, accountId }) => {
    const attempt = await sendTestCallback(db, {
      accountId,
      secret: await readSecret(env()),
      url: z.string().parse(url),
      example: callbackExample(env().baseUrl),
    });
    const { durationMs, status, answer } = attempt;
    return { durationMs, status, reason: explainAttempt(attempt), answer };
  });
}
