import type { IncomingHttpHeaders } from 'node:http';
import { fail } from '#lib/tracing/with-span';
import { tracing } from '#lib/tracing/tracing';

/** A request, as its span tells of it. `route` is the pattern of its path, `path` has no secrets. */
export interface TracedRequest {
  requestId: string;
  method: string;
  path: string;
  route: string | undefined;
  headers: IncomingHttpHeaders;
}

/** The span of a request that is under way. */
export interface RequestSpan {
  traceId: string;
  spanId: string;
  /** Does the work of the request as a part of its trace. */
  run<T>(work: () => T): T;
  /** Ends the span with the status of the answer, unless the client disconnected before there was one. */
  end(answer: { status: number; isAborted: boolean; accountId: string | undefined }): void;
}

/** The methods that OpenTelemetry has names for; others come from clients and can be anything. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/** Begins the span of a request, which continues the trace that its client names; undefined where nothing is recorded. */
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
  // Next would change the name and the route of the span that it finds, also when it has ended.
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
