import type { ApiKeyScope } from '#lib/accounts/api-keys/api-key';
import { createApiKey } from '#lib/accounts/api-keys/api-keys';
import { connect } from '#lib/db/connect';
import type { SharedLonghand } from './start-longhand';

/** Creates a key for the account's sandbox, whose jobs end as requested, without reading a recording. */
export async function makeSandboxKey(
  { databaseUrl }: Pick<SharedLonghand, 'databaseUrl'>,
  accountId: string,
  scope: ApiKeyScope = 'everything',
): Promise<string> {
  const { db, close } = connect(databaseUrl, { max: 1 });
  try {
    const key = { name: 'a key', mode: 'test', expiresAt: null } as const;
    return (await createApiKey(db, { accountId, scope, ...key })).apiKey;
  } finally {
    await close();
  }
}
