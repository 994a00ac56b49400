import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { outageDigest } from '#components/shell/outage-digest.ts';
import { findOutage } from '#lib/outage';
import { Refusal } from '#lib/refusal';
import { perProcess } from '#lib/per-process';

/* Next.js answers every failure with 500. Outages get their own status, and unreadable action arguments 400. */

interface Tracked {
  /** A POST to a page calls an action. */
  isPost: boolean;
  outage?: Refusal;
  /** The action's arguments were parsed, and it was called. */
  isActionCalled?: boolean;
  isActionUnreadable?: boolean;
}

const errors = perProcess('longhandErrors', () => new AsyncLocalStorage<Tracked>());

/** Runs a request's work. Turns 500 into 503 (Retry-After), 507, 429 or 400 if the cause is known. */
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
  return errors.run(tracked, work);
}

/** Records an error that ends the current request. */
export function noteError(error: unknown, { toAction = false } = {}): void {
  const tracked = errors.getStore();
  if (tracked === undefined) return;
  const outage = findPassing(error);
  if (outage !== undefined) tracked.outage = outage;
  else if (toAction && tracked.isActionCalled !== true) tracked.isActionUnreadable = true;
}

/** True if an error now is the server's fault. Before an action is parsed and called, it may be the client's. */
export function isOurError(): boolean {
  const tracked = errors.getStore();
  return tracked?.isPost !== true || tracked.isActionCalled === true;
}

/** Records that the requested action is called. Its errors are the server's from now on. */
export function noteAction(): void {
  const tracked = errors.getStore();
  if (tracked !== undefined) tracked.isActionCalled = true;
}

/** The error for the error page, which recognizes outages by their digest. */
export function toPageError(error: unknown): unknown {
  noteError(error);
  const passing = findPassing(error)?.reason;
  if (passing === undefined || !('retryAfterSeconds' in passing)) return error;
  const message = "The server can't respond right now.";
  return Object.assign(new Error(message, { cause: error }), { digest: outageDigest });
}

/** An outage, or a refusal with a retry time. */
function findPassing(error: unknown): Refusal | undefined {
  if (error instanceof Refusal && 'retryAfterSeconds' in error.reason) return error;
  return findOutage(error);
}
