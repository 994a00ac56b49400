import { after, before } from 'node:test';
import { database } from '#lib/db/database';
import { createDatabase, type TestDatabase } from './test-database';
import { useSettings } from './use-settings';

/** Gives the tests of this process a database as their service's own, for what listens on its connection. */
export function useOwnDatabase(): void {
  let own: TestDatabase | undefined;
  before(async () => {
    own = await createDatabase();
    useSettings({ DATABASE_URL: own.url, LONGHAND_LOG_LEVEL: 'fatal' });
  });
  after(async () => {
    await database().close();
    await own?.drop();
  });
}
