'use server';

import { z } from 'zod';
import { mailUnavailable } from '#app/explain/explain-input';
import { runPublicAction } from '#app/run-action';
import { requestLink } from '#lib/accounts/request-link';
import { countAttempt } from '#lib/api/limits/limit-attempts';
import { env } from '#lib/settings/env';

/** Emails a password reset link to this address, if it has an account. */
export async function requestResetLink(given: string) {
  return runPublicAction(async ({ db, address }) => {
    const email = z.string().max(254).parse(given);
    if (env().mail === undefined) throw mailUnavailable();
    await countAttempt(db, 'mail-request', { address, account: email });
    await requestLink(db, { purpose: 'reset', email });
  });
}
