import { requestIdHeader } from '#lib/access-log/request-facts';
import { newId } from '#lib/ids/new-id';

/** The id that our server has given the request, under which the log has it; a new one for a request that came another way. */
export function readRequestId({ headers }: { headers: Pick<Headers, 'get'> }): string {
  return headers.get(requestIdHeader) ?? newId();
}
