import type * as OpenTelemetry from '@opentelemetry/api';

/* Spans use OpenTelemetry's API, loaded with its SDK only for a configured exporter: others import types alone. */

/** OpenTelemetry's API, and the tracer of all spans of ours. */
export interface Tracing {
  api: typeof OpenTelemetry;
  tracer: OpenTelemetry.Tracer;
}

// Next bundles each route on its own: what the process has started is kept on globalThis.
const holder = globalThis as { longhandTracing?: Tracing };

/** The tracer of this process; undefined where no spans are recorded. */
export function tracing(): Tracing | undefined {
  return holder.longhandTracing;
}

/** Has spans recorded from now on, or no longer. */
export function setTracing(started: Tracing | undefined): void {
  if (started === undefined) delete holder.longhandTracing;
  else holder.longhandTracing = started;
}
