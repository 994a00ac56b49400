import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '#lib/refusal';
import { log } from '#lib/settings/log';

const pauseMs = 500;

/** Seconds until a client may retry during a database outage. */
const retryAfterSeconds = 5;

/** Codes of a lost connection, of PostgreSQL stopping, starting, full or timing out on a lock, and of the bucket. */
const disconnected = /^(STORAGE_UNAVAILABLE|CONNECTION_\w+|CONNECT_TIMEOUT|08\w{3}|57P0[1-3]|53300|55P03)$/;
/** Codes of any socket. */
export const unreachable =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|ENOENT)$/;
/** A full disk or quota, the server's own or PostgreSQL's. */
const full = /^(ENOSPC|EDQUOT|53100)$/;

const deepestCause = 8;

/**
 * Finds an outage of the server's dependencies in an error or its causes, as a refusal: `service-unavailable` if the
 * database or bucket is unreachable, `storage-full` if nothing can be written; undefined for any other error. Its
 * `cause` is the original error.
 */
export function findOutage(error: unknown): Refusal | undefined {
  for (const { cause, code } of listCauses(error)) {
    if (full.test(code)) return because(cause, new Refusal({ kind: 'storage-full' }));
    // Codes of sockets count only for errors of the database: these carry the query.
    if (disconnected.test(code) || ('query' in cause && unreachable.test(code))) {
      return because(cause, new Refusal({ kind: 'service-unavailable', retryAfterSeconds }));
    }
  }
  return undefined;
}

/** Lists an error and its causes, outermost first, with their codes; the code is empty if there is none. */
export function listCauses(error: unknown): Array<{ cause: Error; code: string }> {
  const causes: Array<{ cause: Error; code: string }> = [];
  for (let cause = error; cause instanceof Error && causes.length < deepestCause; cause = cause.cause) {
    causes.push({ cause, code: 'code' in cause ? String(cause.code) : '' });
  }
  return causes;
}

function because(cause: Error, refusal: Refusal): Refusal {
  refusal.cause = cause;
  return refusal;
}

/** Logs an outage in one line without a stack, as it is no defect. */
export function logOutage({ reason, cause }: Refusal, members: Record<string, unknown> = {}): void {
  log().warn({ ...members, cause: cause instanceof Error ? cause.message : undefined }, reason.kind);
}

/** Returns the refusal that an error is, or that its outage causes, and logs the latter; undefined for a defect. */
export function findRefusal(error: unknown, members: Record<string, unknown> = {}): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const outage = findOutage(error);
  if (outage !== undefined) logOutage(outage, members);
  return outage;
}

/** Repeats idempotent work until it fails with no outage. Throws any other error. */
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
