/* Facts for a request's log line, collected by request id: an AsyncLocalStorage costs time (Node 20). */

/** The request header that carries the id assigned by our server to handlers. */
export const requestIdHeader = 'x-longhand-request-id';

/** Facts about a request that only its handlers know. */
export interface RequestFacts {
  /** The operation in the API contract. */
  operation?: string | undefined;
  /** The account that makes the request. */
  accountId?: string | undefined;
}

// Next bundles each route separately, so the process's requests are kept on globalThis.
const holder = globalThis as { longhandRequests?: Map<string, RequestFacts> };

/** Starts collecting facts of this request until `takeFacts`. */
export function beginFacts(requestId: string): void {
  holder.longhandRequests ??= new Map();
  holder.longhandRequests.set(requestId, {});
}

/** Adds facts to a request under way; ignores any other. */
export function noteFacts(requestId: string | null, facts: RequestFacts): void {
  const known = requestId === null ? undefined : holder.longhandRequests?.get(requestId);
  if (known !== undefined) Object.assign(known, facts);
}

/** Returns and removes the facts of the request. */
export function takeFacts(requestId: string): RequestFacts {
  const known = holder.longhandRequests?.get(requestId);
  holder.longhandRequests?.delete(requestId);
  return known ?? {};
}
