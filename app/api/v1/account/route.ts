import { readAccount } from '#lib/accounts/read-account';
import { operations } from '#lib/api/earlier/operations';
import { methods, serve } from '#lib/api/earlier/serve';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: serve(operations.getAccount, async ({ db, accountId }) => {
    const { balanceCents } = await readAccount(db, { accountId });
    return { balance: balanceCents / 100 };
  }),
});
