import type { IncomingMessage, ServerResponse } from 'node:http';
import { describePath } from '#lib/access-log/describe-path';
import { beginFacts, requestIdHeader, takeFacts } from '#lib/access-log/request-facts';
import { newId } from '#lib/ids/new-id';
import { logRequest } from '#lib/settings/log';
import { openRequestSpan } from '#lib/tracing/request-span';

/** nginx's status for a client that disconnected before the response. */
const clientGone = 499;

/** A request and its answer. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Answers a request with `work` under an ID (`x-request-id`), with one log line and one span. */
export function observeRequest(
  { request, response }: Exchange,
  route: string | undefined,
  work: () => void,
): void {
  const { method = '', url = '/', headers } = request;
  const requestId = newId();
  const started = performance.now();
  const path = describePath(url);
  // Replaces a value sent by the client.
  headers[requestIdHeader] = requestId;
  response.setHeader('x-request-id', requestId);
  beginFacts(requestId);
  const span = isWorthSpan(path) ? openRequestSpan({ requestId, method, path, route, headers }) : undefined;
  response.once('close', () => {
    const { operation, accountId } = takeFacts(requestId);
    const isAborted = !response.writableFinished;
    const status = response.headersSent ? response.statusCode : clientGone;
    span?.end({ status, isAborted, accountId });
    logRequest({
      ...{ requestId, method, path, route, operation, status },
      milliseconds: Math.round(performance.now() - started),
      accountId,
      ...(isAborted && { aborted: true }),
      ...(span && { trace_id: span.traceId, span_id: span.spanId }),
    });
  });
  if (span === undefined) work();
  else span.run(work);
}

/** Probes and build files are so frequent that they would hide useful traces. */
function isWorthSpan(path: string): boolean {
  return !/^\/(?:_next\/static\/|(?:healthz?|readyz)\/?$)/.test(path);
}
