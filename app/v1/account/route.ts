import { readAvailableBalance } from '#lib/billing/read-account';
import { contract } from '#lib/api/v1/contract';
import { methods, serve } from '#lib/api/v1/serve';
import { env } from '#lib/settings/env';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(contract.getAccount, async ({ db, accountId }) => {
    const { balanceCents, email } = await readAvailableBalance(db, { accountId }, env());
    return { balance: balanceCents / 100, email };
  }),
});
