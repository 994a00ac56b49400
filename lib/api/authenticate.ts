import { verifyApiKey, type ValidKey } from '#lib/accounts/api-keys/verify-api-key';
import type { Db } from '#lib/db/connect';

/** The API key that the request carries as `Authorization: Bearer`; undefined without a valid one. */
export async function authenticate(db: Db, request: Request): Promise<ValidKey | undefined> {
  const [, key] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  return key === undefined ? undefined : verifyApiKey(db, key);
}
