import type { IncomingHttpHeaders } from 'node:http';
import { fail } from '#lib/tracing/with-span';
import { tracing } from '#lib/tracing/tracing';

/** A request, as described by its span. `route` is its path's pattern; `path` contains no secrets. */
export interface TracedRequest {
  requestId: string;
  method: string;
  path: string;
  route: string | undefined;
  headers: IncomingHttpHeaders;
}

/** The span of a request under way. */
export interface RequestSpan {
  traceId: string;
  spanId: string;
  /** Runs work in the request's trace. */
  run<T>(work: () => T): T;
  /** Ends the span with the response's status, or without if the client disconnected first. */
  end(answer: { status: number; isAborted: boolean; accountId: string | undefined }): void;
}

/** The methods known to OpenTelemetry; clients can send any others. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/** Starts a request's span, continuing the client's trace; undefined if tracing is off. */
export function openRequestSpan(request: TracedRequest): RequestSpan | undefined {
  const started = tracing();
  if (started === undefined) return undefined;
  const { api, tracer } = started;
  const { traceparent, tracestate } = request.headers;
  const parent = api.propagation.extract(api.ROOT_CONTEXT, { traceparent, tracestate });
  const method = methods.has(request.method) ? request.method : '_OTHER';
  const span = tracer.startSpan(
    `${method === '_OTHER' ? 'HTTP' : method}${request.route === undefined ? '' : ` ${request.route}`}`,
    {
      kind: api.SpanKind.SERVER,
      attributes: {
        'http.request.method': method,
        'url.path': request.path,
        ...(request.route !== undefined && { 'http.route': request.route }),
        'longhand.request.id': request.requestId,
      },
    },
    parent,
  );
  // Next would change the name and route of the active span, even after its end.
  const context = api.trace.setSpan(parent, api.trace.wrapSpanContext(span.spanContext()));
  const { traceId, spanId } = span.spanContext();
  return {
    traceId,
    spanId,
    run: (work) => api.context.with(context, work),
    end({ status, isAborted, accountId }) {
      span.setAttribute('http.response.status_code', status);
      if (accountId !== undefined) span.setAttribute('longhand.account.id', accountId);
      if (isAborted) span.setAttribute('longhand.request.aborted', true);
      if (status >= 500) fail(started, span, String(status));
      span.end();
    },
  };
}
