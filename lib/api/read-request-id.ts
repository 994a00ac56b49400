import { requestIdHeader } from '#lib/access-log/request-facts';
import { newId } from '#lib/ids/new-id';

/** Returns the id assigned by our server, used in the log; a new one for a request that didn't pass through it. */
export function readRequestId({ headers }: { headers: Pick<Headers, 'get'> }): string {
  return headers.get(requestIdHeader) ?? newId();
}
