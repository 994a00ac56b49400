import { readAvailableBalance } from '#lib/billing/read-account';
import { operations, methods, serve } from '#lib/api/earlier/serve';
import { env } from '#lib/settings/env';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(operations.getAccount, async ({ db, accountId }) => {
    const { balanceCents } = await readAvailableBalance(db, { accountId }, env());
    return { balance: balanceCents / 100 };
  }),
});
