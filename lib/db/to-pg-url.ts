import { splitDatabaseUrl } from '#lib/settings/database-url';
import { offersTls } from '#lib/db/offers-tls';

/**
 * The address for `pg` and what builds on it, encrypted as the address says. `pg` has libpq's meaning of it only where it is asked to,
 * and knows no preference: the server is asked here.
 */
export async function toPgUrl(databaseUrl: string): Promise<string> {
  const { url, tls } = splitDatabaseUrl(databaseUrl);
  if (tls === undefined) return databaseUrl;
  const { mode, rootCertificate } = tls;
  const address = new URL(url);
  const { searchParams } = address;
  const preferred = async () => ((await offersTls(address)) ? 'require' : 'disable');
  searchParams.set('sslmode', mode === 'prefer' ? await preferred() : mode);
  if (rootCertificate !== undefined && mode.startsWith('verify-'))
    searchParams.set('sslrootcert', rootCertificate);
  searchParams.set('uselibpqcompat', 'true');
  return address.href;
}
