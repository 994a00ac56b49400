'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { runAction } from '#app/run-action';
import { apiKeyScopes } from '#lib/accounts/api-keys/api-key';
import * as newKeys from '#lib/accounts/api-keys/api-keys';
import * as keys from '#lib/accounts/api-keys/api-keys';

const newApiKey = z.object({
  name: z.string(),
  mode: z.enum(['live', 'test']),
  scope: z.enum(apiKeyScopes),
  expiresAt: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .nullable(),
});

export async function createApiKey(given: z.input<typeof newApiKey>) {
  return runAction(async ({ db, accountId, by }) => {
    const { apiKey } = await newKeys.createApiKey(db, { accountId, by, ...newApiKey.parse(given) });
    revalidatePath('/developers');
    return { apiKey };
  });
}

export async function revokeApiKey(keyId: string) {
  return runAction(async ({ db, accountId, by }) => {
    await keys.revokeApiKey(db, { accountId, by, keyId: z.string().max(64).parse(keyId) });
    revalidatePath('/developers');
  });
}
