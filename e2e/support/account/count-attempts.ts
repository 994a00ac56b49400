import { withServiceDatabase } from '#e2e/support/account/with-service-database';
import type { SharedLonghand } from '#e2e/support/start-longhand';
import { countAttempt, type AttemptKind } from '#lib/api/limits/limit-attempts';

/**
 * Counts attempts on each of these accounts as the service does, by default from an address that no test browser has.
 */
export function countAttempts(
  service: Pick<SharedLonghand, 'databaseUrl'>,
  kind: AttemptKind,
  {
    accounts,
    times = 1,
    address = '203.0.113.200',
  }: { accounts: string[]; times?: number; address?: string },
): Promise<void> {
  return withServiceDatabase(service, async (db) => {
    for (const account of accounts) {
      for (let n = 0; n < times; n++) await countAttempt(db, kind, { address, account });
    }
  });
}
