import { readSpendable } from '#lib/accounts/read-spendable';
import { operations } from '#lib/api/earlier/operations';
import { methods, serve } from '#lib/api/earlier/serve';
import { env } from '#lib/env';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: serve(operations.getAccount, async ({ db, accountId }) => {
    const { balanceCents } = await readSpendable(db, { accountId }, env());
    return { balance: balanceCents / 100 };
  }),
});
