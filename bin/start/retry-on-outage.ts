import { setTimeout as sleep } from 'node:timers/promises';
import { openSql } from '#lib/db/open-sql';
import { findOutage } from '#lib/outage';
import { unlessAborted } from '#lib/db/unless-aborted';
import { printLine, Stop } from '#bin/cli-output.mjs';

/* A start may meet a database that is starting, restarting or cut off, so each step is repeated for minutes. */

/** One try of a step of the start; it closes its connections when the signal aborts. */
export interface Attempt {
  url: string;
  signal: AbortSignal;
}

/** The database of a start; `url` may change when an embedded one is started again. */
export interface StartDatabase {
  url: () => string;
}

interface Limits {
  /** For how long a database may be away, from the first failure of a step. */
  maxAwayMs?: number;
  /** The same for one that says that it is starting: its recovery takes as long as it needs. */
  maxRecoveryMs?: number;
  /** Interval between health checks of the database while a step waits for it. */
  lookEveryMs?: number;
  pauseMs?: number;
}

/** Errors of sockets, and of `pg`, which gives its errors no code. */
const unreachable =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|ENOENT)$/;
const cutOff = /^(Connection terminated|timeout expired|Client has encountered a connection error)/;
const starting = '57P03';
const deepestCause = 8;

/** Repeats a step until the database responds. Throws a `Stop` after two minutes, ten if recovering, and `asked`'s reason. */
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

/**
 * True if an error, or what has caused it, says that the database can't be reached at the moment, or was while it was asked.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (findOutage(error)?.reason.kind === 'service-unavailable') return true;
  return listCauses(error).some(
    ({ code, message }) => (code !== undefined && unreachable.test(code)) || cutOff.test(message),
  );
}

function isStarting(error: unknown): boolean {
  return listCauses(error).some(({ code }) => code === starting);
}

function listCauses(error: unknown): Array<{ code: string | undefined; message: string }> {
  const causes: Array<{ code: string | undefined; message: string }> = [];
  for (let cause = error; cause instanceof Error && causes.length < deepestCause; cause = cause.cause) {
    causes.push({ code: 'code' in cause ? String(cause.code) : undefined, message: cause.message });
  }
  return causes;
}

/** In the most specific words: those of the innermost cause. An error of several addresses of one host has a code and no message. */
function explain(error: unknown): string {
  const { code, message } = listCauses(error).at(-1) ?? { code: undefined, message: String(error) };
  return message || (code ?? 'no reason given');
}

function giveUp(error: unknown, awayMs: number): Stop {
  if (error instanceof Stop) return error;
  const minutes = Math.max(1, Math.round(awayMs / 60_000));
  return new Stop(
    `The database has been unreachable for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} (${explain(error)}). Start Longhand again once it accepts connections.`,
  );
}

/** The database took the question and doesn't answer, or has been restarted and knows nothing of it any more. */
class DatabaseSilent extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

/** Never resolves; throws once the database is silent in two looks or was restarted. Ends with the signal. */
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

/** For how many milliseconds the database has run; undefined where it doesn't say in time. */
async function readUptime(
  url: string,
  { signal, withinMs }: { signal: AbortSignal; withinMs: number },
): Promise<number | undefined> {
  const options = { max: 1, onnotice: () => {}, connect_timeout: Math.ceil(withinMs / 1000) };
  // Without the driver's own first query, whose failure it handles nowhere.
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
