/* Facts for a request's log line, collected by its id: an AsyncLocalStorage would cost time (Node 20). */

/** The request header in which handlers find the id that our server has given the request. */
export const requestIdHeader = 'x-longhand-request-id';

/** Facts about a request that only its handlers know. */
export interface RequestFacts {
  /** The operation of the API's contract. */
  operation?: string | undefined;
  /** The account that asks. */
  accountId?: string | undefined;
}

// Next bundles each route on its own: the requests of the process are kept on globalThis.
const holder = globalThis as { longhandRequests?: Map<string, RequestFacts> };

/** Has the facts of this request gathered until `takeFacts`. */
export function beginFacts(requestId: string): void {
  holder.longhandRequests ??= new Map();
  holder.longhandRequests.set(requestId, {});
}

/** Adds to what is known of a request that is under way; nothing of one that is not. */
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
