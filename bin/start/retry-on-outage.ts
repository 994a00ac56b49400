import { setTimeout as sleep } from 'node:timers/promises';
import { openSql } from '#lib/db/open-sql';
import { findOutage, listCauses, unreachable } from '#lib/outage';
import { unlessAborted } from '#lib/db/unless-aborted';
import { printLine, Stop } from '#bin/cli-output.mjs';

/* A database may be starting, restarting or unreachable during a start, so each step is retried for minutes. */

/** An attempt at a step of the start; closes its connections when the signal aborts. */
export interface Attempt {
  url: string;
  signal: AbortSignal;
}

/** The database of a start; `url` may change when an embedded one is restarted. */
export interface StartDatabase {
  url: () => string;
}

interface Limits {
  /** Maximum outage, from a step's first failure. */
  maxAwayMs?: number;
  /** Maximum while the database reports that it is starting, because recovery may take long. */
  maxRecoveryMs?: number;
  /** Interval between health checks of the database while a step waits for it. */
  lookEveryMs?: number;
  pauseMs?: number;
}

/** Errors of `pg`, which have no code. */
const cutOff = /^(Connection terminated|timeout expired|Client has encountered a connection error)/;
const starting = '57P03';

/** Retries a step until the database responds. Throws a `Stop` after 2 min, 10 if recovering, and `asked`'s reason. */
export async function retryOnOutage<Result>(
  database: StartDatabase,
  step: (attempt: Attempt) => Promise<Result>,
  {
    asked,
    maxAwayMs = 120_000,
    maxRecoveryMs = 600_000,
    lookEveryMs = 5000,
    pauseMs = 500,
  }: Limits & { asked: AbortSignal },
): Promise<Result> {
  let awaySince: number | undefined;
  for (;;) {
    asked.throwIfAborted();
    const attempt = new AbortController();
    const url = database.url();
    try {
      const work = step({ url, signal: attempt.signal });
      const silence = throwWhenSilent(url, { signal: attempt.signal, lookEveryMs });
      return await unlessAborted(Promise.race([work, silence]), asked);
    } catch (error) {
      asked.throwIfAborted();
      if (!isDatabaseAway(error)) throw error;
      if (awaySince === undefined) printLine(`Waiting for the database (${explain(error)})…`);
      awaySince ??= performance.now();
      const maxMs = isStarting(error) ? maxRecoveryMs : maxAwayMs;
      if (performance.now() - awaySince > maxMs) throw giveUp(error, performance.now() - awaySince);
    } finally {
      attempt.abort(new Error('the attempt has ended'));
    }
    await sleep(pauseMs, undefined, { signal: asked }).catch(() => {});
  }
}

/** True if an error or its causes say that the database is unreachable, or became so during a query. */
export function isDatabaseAway(error: unknown): boolean {
  if (findOutage(error)?.reason.kind === 'service-unavailable') return true;
  return listCauses(error).some(({ cause, code }) => unreachable.test(code) || cutOff.test(cause.message));
}

function isStarting(error: unknown): boolean {
  return listCauses(error).some(({ code }) => code === starting);
}

/** Returns the most specific message, the innermost cause's. An error of a host's several addresses has only a code. */
function explain(error: unknown): string {
  const innermost = listCauses(error).at(-1);
  if (innermost === undefined) return String(error);
  return innermost.cause.message || innermost.code || 'no reason given';
}

function giveUp(error: unknown, awayMs: number): Stop {
  if (error instanceof Stop) return error;
  const minutes = Math.max(1, Math.round(awayMs / 60_000));
  return new Stop(
    `The database has been unreachable for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} (${explain(error)}). Start Longhand again once it accepts connections.`,
  );
}

/** The database accepted a query but doesn't respond, or was restarted and forgot it. */
class DatabaseSilent extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

/** Never resolves; throws once the database is silent in two checks or was restarted. Ends with the signal. */
async function throwWhenSilent(
  url: string,
  { signal, lookEveryMs }: { signal: AbortSignal; lookEveryMs: number },
): Promise<never> {
  const began = performance.now();
  let silent = 0;
  for (;;) {
    await sleep(lookEveryMs, undefined, { signal, ref: false });
    const upMs = await readUptime(url, { signal, withinMs: lookEveryMs });
    silent = upMs === undefined ? silent + 1 : 0;
    if (silent >= 2) throw new DatabaseSilent("it isn't responding");
    if (upMs !== undefined && upMs < performance.now() - began - lookEveryMs / 2) {
      throw new DatabaseSilent('it was restarted');
    }
  }
}

/** Returns the database's uptime in milliseconds; undefined if it doesn't respond in time. */
async function readUptime(
  url: string,
  { signal, withinMs }: { signal: AbortSignal; withinMs: number },
): Promise<number | undefined> {
  const options = { max: 1, onnotice: () => {}, connect_timeout: Math.ceil(withinMs / 1000) };
  // Without the driver's own first query, whose failure it never handles.
  const sql = openSql(url, { ...options, fetch_types: false });
  const clock = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
  try {
    const asked = sql<Array<{ ms: number }>>`
      select (extract(epoch from clock_timestamp() - pg_postmaster_start_time()) * 1000)::float8 as ms`;
    const [row] = await unlessAborted(asked, clock);
    return row?.ms;
  } catch {
    signal.throwIfAborted();
    return undefined;
  } finally {
    void sql.end({ timeout: 0 });
  }
}
