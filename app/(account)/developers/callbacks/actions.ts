'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { explainAttempt } from '#app/(account)/developers/callbacks/explain-delivery';
import { runAction } from '#app/run-action';
import { callbackExample } from '#lib/api/v1/openapi/examples';
import { jobId as jobIdSchema } from '#lib/api/v1/schemas';
import * as callbacks from '#lib/callbacks/send-again';
import * as testCallbacks from '#lib/callbacks/send-test-callback';
import { env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';

/** The result of a test. */
export interface TestResult {
  durationMs: number;
  status: number | undefined;
  reason: string;
  answer: string;
}

/** Resends a job's callback. */
export async function sendAgain(jobId: string) {
  return runAction(async ({ db, accountId }) => {
    await callbacks.sendAgain(db, { accountId, jobId: jobIdSchema.parse(jobId) });
    revalidatePath('/developers/callbacks', 'layout');
  });
}

/** Sends a sample callback to `url`. */
export async function sendTestCallback(url: string) {
  return runAction(async ({ db, accountId }) => {
    const attempt = await testCallbacks.sendTestCallback(db, {
      accountId,
      secret: await readSecret(env()),
      url: z.string().parse(url),
      example: callbackExample(env().baseUrl),
    });
    const { durationMs, status, answer } = attempt;
    return { durationMs, status, reason: explainAttempt(attempt), answer };
  });
}
