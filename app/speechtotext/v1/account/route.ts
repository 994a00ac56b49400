import { operations } from '#lib/api/revai/contract';
import { toSeconds } from '#lib/api/revai/errors';
import { methods, serve } from '#lib/api/revai/serve';
import { readAvailableBalance } from '#lib/billing/read-account';
import { env } from '#lib/settings/env';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(operations.getAccount, async ({ db, accountId }) => {
    const { balanceCents, email } = await readAvailableBalance(db, { accountId }, env());
    return { email, balance_seconds: toSeconds(balanceCents, env().priceCentsPerMinute) };
  }),
});
