import type * as OpenTelemetry from '@opentelemetry/api';
import { env } from '#lib/settings/env';

/* Spans use OpenTelemetry's API, loaded with its SDK only for a configured exporter: others import only types. */

/** OpenTelemetry's API, and the tracer of all our spans. */
export interface Tracing {
  api: typeof OpenTelemetry;
  tracer: OpenTelemetry.Tracer;
}

// Next bundles each route separately, so the process's tracer is kept on globalThis.
const holder = globalThis as { longhandTracing?: Tracing };

/** Returns this process's tracer; undefined if tracing is off. */
export function tracing(): Tracing | undefined {
  return holder.longhandTracing;
}

/** Turns tracing on or off. */
export function setTracing(started: Tracing | undefined): void {
  if (started === undefined) delete holder.longhandTracing;
  else holder.longhandTracing = started;
}

/** Stops tracing after flushing pending spans, within two seconds. */
export type StopTracing = () => Promise<void>;

/** The service's processes that record spans. */
export type TracedProcess = 'web' | 'worker';

/** Starts tracing if the settings name an exporter, else loads no OpenTelemetry. Call it before any work. */
export async function startTracing(traced: TracedProcess): Promise<StopTracing> {
  if (env().tracing === undefined) return async () => {};
  const { openSdk } = await import('#lib/tracing/open-sdk');
  return openSdk(traced);
}
