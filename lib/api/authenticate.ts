import { verifyApiKey } from '#lib/accounts/verify-api-key';
import type { Db } from '#lib/db/connect';

/** The API key that the request carries as `Authorization: Bearer`, and its account; undefined without a valid one. */
export async function authenticate(
  db: Db,
  request: Request,
): Promise<{ id: string; accountId: string } | undefined> {
  const [, key] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  return key === undefined ? undefined : verifyApiKey(db, key);
}
