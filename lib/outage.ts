import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '#lib/refusal';
import { log } from '#lib/settings/log';

const pauseMs = 500;

/** After how many seconds a client may ask again when the database is away. */
const retryAfterSeconds = 5;

/** Codes for a lost connection, for PostgreSQL when it stops, starts or is full, and for the bucket. */
const disconnected = /^(STORAGE_UNAVAILABLE|CONNECTION_\w+|CONNECT_TIMEOUT|08\w{3}|57P0[1-3]|53300)$/;
/** Codes of any socket: they count only on errors of the database, which carry the query. */
const unreachable =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|ENOENT)$/;
/** A full disk or quota: the server's own, or PostgreSQL's. */
const full = /^(ENOSPC|EDQUOT|53100)$/;

const deepestCause = 8;

/**
 * The refusal that tells of an outage of what the server stands on, found in the error or in what caused it:
 * `service-unavailable` where the database or the bucket can't be reached, `storage-full` where nothing can be written; undefined for
 * every other error. Its `cause` is the machinery's own error.
 */
export function findOutage(error: unknown): Refusal | undefined {
  let found = error;
  for (let depth = 0; depth < deepestCause && found instanceof Error; depth += 1) {
    const code = 'code' in found ? String(found.code) : '';
    if (full.test(code)) return because(found, new Refusal({ kind: 'storage-full' }));
    if (disconnected.test(code) || ('query' in found && unreachable.test(code))) {
      return because(found, new Refusal({ kind: 'service-unavailable', retryAfterSeconds }));
    }
    found = found.cause;
  }
  return undefined;
}

function because(cause: Error, refusal: Refusal): Refusal {
  refusal.cause = cause;
  return refusal;
}

/** Notes an outage in the log: one line without a stack, for it is no defect. */
export function logOutage({ reason, cause }: Refusal, members: Record<string, unknown> = {}): void {
  log().warn({ ...members, cause: cause instanceof Error ? cause.message : undefined }, reason.kind);
}

/** The refusal that an error is, or that its outage stands for, which is logged; undefined for a defect. */
export function findRefusal(error: unknown, members: Record<string, unknown> = {}): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const outage = findOutage(error);
  if (outage !== undefined) logOutage(outage, members);
  return outage;
}

/** Does a piece of work that may be repeated again and again until no outage makes it fail. Throws every other error. */
export async function outlastOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (findOutage(error) === undefined) throw error;
    }
    await sleep(pauseMs);
  }
}
