import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { outageDigest } from '#components/shell/outage-digest.ts';
import { findOutage } from '#lib/outage';
import type { Refusal } from '#lib/refusal';

/*
 * Pages, and routes that answer no errors themselves, fail with 500 in Next. Where an outage is the cause, our server
 * sends the status of the outage instead.
 */

interface Tracked {
  outage?: Refusal;
}

// The server and Next's bundles each have this module: they meet on globalThis.
const holder = globalThis as { longhandOutages?: AsyncLocalStorage<Tracked> };

/** Does the work of a request; a 500 that comes of an outage is sent as 503 with Retry-After, or as 507. */
export function withOutageStatus<T>(response: ServerResponse, work: () => T): T {
  const tracked: Tracked = {};
  const writeHead = response.writeHead.bind(response) as (...parameters: unknown[]) => ServerResponse;
  const writeOutage = (status: number, ...rest: unknown[]): ServerResponse => {
    const reason = status === 500 ? tracked.outage?.reason : undefined;
    if (reason?.kind === 'storage-full') return writeHead(507, ...rest);
    if (reason?.kind !== 'service-unavailable') return writeHead(status, ...rest);
    response.setHeader('retry-after', reason.retryAfterSeconds);
    return writeHead(503, ...rest);
  };
  response.writeHead = writeOutage;
  holder.longhandOutages ??= new AsyncLocalStorage();
  return holder.longhandOutages.run(tracked, work);
}

/** Notes an error that the request at hand ends with. */
export function noteError(error: unknown): void {
  const tracked = holder.longhandOutages?.getStore();
  const outage = findOutage(error);
  if (tracked !== undefined && outage !== undefined) tracked.outage = outage;
}

/** The error as the error page shows it: that of an outage is known there by its digest. */
export function toPageError(error: unknown): unknown {
  noteError(error);
  if (findOutage(error)?.reason.kind !== 'service-unavailable') return error;
  const message = 'The database is unavailable.';
  return Object.assign(new Error(message, { cause: error }), { digest: outageDigest });
}
