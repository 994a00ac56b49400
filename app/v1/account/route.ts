import { readSpendable } from '#lib/accounts/read-spendable';
import { contract } from '#lib/api/v1/contract';
import { methods, serve } from '#lib/api/v1/serve';
import { env } from '#lib/env';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: serve(contract.getAccount, async ({ db, accountId }) => {
    const { balanceCents, email } = await readSpendable(db, { accountId }, env());
    return { balance: balanceCents / 100, email };
  }),
});
