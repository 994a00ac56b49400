import { hostname } from 'node:os';
import * as api from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { addToLines, log } from '#lib/settings/log';
import { reportOnce } from '#lib/tracing/report-once';
import { type StopTracing, type TracedProcess, setTracing } from '#lib/tracing/tracing';

const stopMs = 2000;

/** Starts OpenTelemetry's SDK with its own variables. Spans are exported in the background, and dropped on failure. */
export function openSdk(traced: TracedProcess): StopTracing {
  api.diag.setLogger(warnOnce(), api.DiagLogLevel.WARN);
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          'service.name': 'longhand',
          'service.instance.id': `${hostname()}:${process.pid}`,
          'longhand.process': traced,
        }),
      )
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(reportOnce(new OTLPTraceExporter(), outOfTraces))],
  });
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  api.trace.setGlobalTracerProvider({
    // Next's spans duplicate ours, and contain URLs with queries and tokens.
    getTracer: (name, ...rest) => (name === 'next.js' ? idleTracer : provider.getTracer(name, ...rest)),
  });
  setTracing({ api, tracer: api.trace.getTracer('longhand') });
  addToLines(readTraceMembers);
  return async () => {
    await Promise.race([provider.shutdown().catch(() => {}), pass(stopMs)]);
  };
}

/** Log lines unrelated to a trace must not name the current one. */
const outOfTraces = {
  warn: (members: object, message: string) =>
    api.context.with(api.ROOT_CONTEXT, () => log().warn(members, message)),
  info: (message: string) => api.context.with(api.ROOT_CONTEXT, () => log().info(message)),
};

const idleTracer = new api.ProxyTracerProvider().getTracer('idle');

/** Returns the trace and span of a log line, with the names of OpenTelemetry's log data model. */
function readTraceMembers(): Record<string, unknown> {
  const context = api.trace.getSpanContext(api.context.active());
  return context === undefined ? {} : { trace_id: context.traceId, span_id: context.spanId };
}

function pass(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}

/** Logs each warning of the SDK once, such as about an invalid variable. */
function warnOnce(): api.DiagLogger {
  const said = new Set<string>();
  const warn = (message: string) => {
    if (said.size >= 20 || said.has(message)) return;
    said.add(message);
    outOfTraces.warn({ reason: message }, 'OpenTelemetry warning');
  };
  const ignore = () => {};
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
}
