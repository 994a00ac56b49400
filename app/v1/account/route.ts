import { readAccount } from '#lib/accounts/read-account';
import { contract } from '#lib/api/v1/contract';
import { methods, serve } from '#lib/api/v1/serve';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: serve(contract.getAccount, async ({ db, accountId }) => {
    const { balanceCents, email } = await readAccount(db, { accountId });
    return { balance: balanceCents / 100, email };
  }),
});
