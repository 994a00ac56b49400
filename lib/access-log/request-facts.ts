import { perProcess } from '#lib/per-process';

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

const requests = perProcess('longhandRequests', () => new Map<string, RequestFacts>());

/** Starts collecting facts of this request until `takeFacts`. */
export function beginFacts(requestId: string): void {
  requests.set(requestId, {});
}

/** Adds facts to a request under way; ignores any other. */
export function noteFacts(requestId: string | null, facts: RequestFacts): void {
  const known = requestId === null ? undefined : requests.get(requestId);
  if (known !== undefined) Object.assign(known, facts);
}

/** Returns and removes the facts of the request. */
export function takeFacts(requestId: string): RequestFacts {
  const known = requests.get(requestId);
  requests.delete(requestId);
  return known ?? {};
}
