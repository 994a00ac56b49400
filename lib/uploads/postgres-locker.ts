import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS, MemoryLocker, type Locker } from '@tus/server';
import { openSql } from '#lib/db/open-sql';

const channel = 'longhand_upload_lock';
const tryEveryMs = 100;
const tries = 300;

/**
 * Locks uploads across web servers, on one connection. Holders are asked to release; acquiring a lock fails after 30 s.
 */
export function postgresLocker(databaseUrl: string): Locker & { close: () => Promise<void> } {
  // PostgreSQL's locks belong to the connection, so requests of this process lock each other in memory.
  const local = new MemoryLocker();
  const held = new Map<string, () => unknown>();
  const sql = openSql(databaseUrl, {
    max: 1,
    // The locks would be released with the connection.
    max_lifetime: null,
    onnotice: () => {},
    connection: { application_name: 'longhand uploads' },
    onclose: () => {
      for (const release of held.values()) release();
    },
  });
  let listening: Promise<unknown> | undefined;

  async function acquire(id: string, signal: AbortSignal): Promise<void> {
    listening ??= sql.listen(channel, (asked) => void held.get(asked)?.());
    await listening.catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
    for (let tried = 0; tried < tries && !signal.aborted; tried += 1) {
      const [row] = await sql<{ got: boolean }[]>`
        select pg_try_advisory_lock(hashtextextended(${`longhand upload ${id}`}, 0)) as got`;
      if (row?.got === true) return;
      await sql.notify(channel, id);
      await sleep(tryEveryMs);
    }
    throw ERRORS.ERR_LOCK_TIMEOUT;
  }

  return {
    newLock(id) {
      const own = local.newLock(id);
      return {
        async lock(signal, requestRelease) {
          await own.lock(signal, requestRelease);
          try {
            await acquire(id, signal);
            held.set(id, requestRelease);
          } catch (error) {
            await own.unlock();
            throw error;
          }
        },
        async unlock() {
          held.delete(id);
          try {
            await sql`select pg_advisory_unlock(hashtextextended(${`longhand upload ${id}`}, 0))`;
          } finally {
            await own.unlock();
          }
        },
      };
    },
    close: () => sql.end({ timeout: 5 }),
  };
}
