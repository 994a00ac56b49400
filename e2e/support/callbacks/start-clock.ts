import type { SharedLonghand } from '#e2e/support/start-longhand';

/** A clock that runs in real time and can be advanced, for the callbacks of one account. */
export interface Clock {
  /** Returns this clock's time, in milliseconds since 1970. */
  now(): number;
  /** Converts a time in the account's rows to this clock's time. */
  of(time: Date): number;
  /** Advances the clock to this time; does nothing if the time has passed. */
  jumpTo(time: number): Promise<void>;
}

/**
 * Starts a clock at the real time. Advancing it moves all times of the account's callbacks into the past: to the
 * service, as much time has passed. No attempt may be under way then.
 */
export function startClock({ sql }: Pick<SharedLonghand, 'sql'>, accountId: string): Clock {
  let aheadMs = 0;
  return {
    now: () => Date.now() + aheadMs,
    of: (time) => time.getTime() + aheadMs,
    async jumpTo(time) {
      // oxlint-disable-next-line longhand/no-wall-clock -- how far the clock is ahead is what it is made for
      const passedMs = Math.ceil(time - Date.now() - aheadMs);
      if (passedMs <= 0) return;
      aheadMs += passedMs;
      const passed = sql`${passedMs} * interval '1 millisecond'`;
      await sql`
        with begun as (
          update callbacks set begun_at = begun_at - ${passed}, next_try_at = next_try_at - ${passed}
          where account_id = ${accountId} returning id
        ), tried as (
          update callback_tries set started_at = started_at - ${passed} where callback_id in (select id from begun)
        ), unreached as (
          update callback_hosts set failed_at = failed_at - ${passed}, paused_until = paused_until - ${passed}
          where account_id = ${accountId}
        )
        update graphile_worker._private_jobs set run_at = run_at - ${passed}
        where payload->>'accountId' = ${accountId}`;
      await sql`select pg_notify('jobs:insert', '')`;
    },
  };
}
