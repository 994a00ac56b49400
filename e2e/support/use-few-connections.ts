import type { TestContext } from 'node:test';
import { connect, type Connection } from '#lib/db/connect';
import { database } from '#lib/db/database';
import { env } from '#lib/settings/env';

/**
 * Limits the service of this process, for one test, to so few database connections that a few requests could use them
 * all.
 */
export function useFewConnections(t: TestContext, max = 2): { max: number } {
  const holder = globalThis as { longhandConnection?: Connection };
  const usual = database();
  const few = connect(env().databaseUrl ?? '', { max });
  holder.longhandConnection = few;
  t.after(async () => {
    holder.longhandConnection = usual;
    await few.close();
  });
  return { max };
}
