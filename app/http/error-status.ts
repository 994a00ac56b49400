import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { outageDigest } from '#components/shell/outage-digest.ts';
import { findOutage } from '#lib/outage';
import { Refusal } from '#lib/refusal';

/* Next answers every failure with 500: outages get their own status, and unreadable action arguments 400. */

interface Tracked {
  /** Posting to a page calls an action. */
  isPost: boolean;
  outage?: Refusal;
  /** The arguments of an action were read, and it was called. */
  isActionCalled?: boolean;
  isActionUnreadable?: boolean;
}

// The server and Next's bundles each have this module: they meet on globalThis.
const holder = globalThis as { longhandErrors?: AsyncLocalStorage<Tracked> };

/** Runs a request's work, sending a 500 as 503 (Retry-After), 507, 429 or 400 where its cause is known. */
export function withErrorStatus<T>(response: ServerResponse, work: () => T): T {
  const tracked: Tracked = { isPost: response.req.method === 'POST' };
  const writeHead = response.writeHead.bind(response) as (...parameters: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]): ServerResponse => {
    if (status !== 500) return writeHead(status, ...rest);
    const reason = tracked.outage?.reason;
    if (reason?.kind === 'storage-full') return writeHead(507, ...rest);
    if (reason === undefined || !('retryAfterSeconds' in reason)) {
      return writeHead(tracked.isActionUnreadable === true ? 400 : status, ...rest);
    }
    response.setHeader('retry-after', reason.retryAfterSeconds);
    return writeHead(reason.kind === 'too-many-requests' ? 429 : 503, ...rest);
  };
  holder.longhandErrors ??= new AsyncLocalStorage();
  return holder.longhandErrors.run(tracked, work);
}

/** Notes an error that the request at hand ends with. */
export function noteError(error: unknown, { toAction = false } = {}): void {
  const tracked = holder.longhandErrors?.getStore();
  if (tracked === undefined) return;
  const outage = findPassing(error);
  if (outage !== undefined) tracked.outage = outage;
  else if (toAction && tracked.isActionCalled !== true) tracked.isActionUnreadable = true;
}

/** True if an error now is our fault. Until the action of a request has been read and called, it may be the client's. */
export function isOurError(): boolean {
  const tracked = holder.longhandErrors?.getStore();
  return tracked?.isPost !== true || tracked.isActionCalled === true;
}

/** Notes that the action that is asked for is called: an error of it is ours from now on. */
export function noteAction(): void {
  const tracked = holder.longhandErrors?.getStore();
  if (tracked !== undefined) tracked.isActionCalled = true;
}

/** The error as the error page shows it: that of an outage is known there by its digest. */
export function toPageError(error: unknown): unknown {
  noteError(error);
  const passing = findPassing(error)?.reason;
  if (passing === undefined || !('retryAfterSeconds' in passing)) return error;
  const message = "The server can't respond right now.";
  return Object.assign(new Error(message, { cause: error }), { digest: outageDigest });
}

/** An outage, or a refusal that says when to ask again. */
function findPassing(error: unknown): Refusal | undefined {
  if (error instanceof Refusal && 'retryAfterSeconds' in error.reason) return error;
  return findOutage(error);
}
