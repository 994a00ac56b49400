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
import type { StopTracing, TracedProcess } from '#lib/tracing/start-tracing';
import { setTracing } from '#lib/tracing/tracing';

const stopMs = 2000;

/** Starts OpenTelemetry's SDK by its own variables. Spans are sent in the background, and lost if that fails. */
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
    // Next's spans repeat ours, and have addresses with their queries and tokens.
    getTracer: (name, ...rest) => (name === 'next.js' ? idleTracer : provider.getTracer(name, ...rest)),
  });
  setTracing({ api, tracer: api.trace.getTracer('longhand') });
  addToLines(readTraceMembers);
  return async () => {
    await Promise.race([provider.shutdown().catch(() => {}), pass(stopMs)]);
  };
}

/** Lines that concern no trace must not name the current one. */
const outOfTraces = {
  warn: (members: object, message: string) =>
    api.context.with(api.ROOT_CONTEXT, () => log().warn(members, message)),
  info: (message: string) => api.context.with(api.ROOT_CONTEXT, () => log().info(message)),
};

const idleTracer = new api.ProxyTracerProvider().getTracer('idle');

/** The trace and span of a log line, by their names in OpenTelemetry's data model for logs. */
function readTraceMembers(): Record<string, unknown> {
  const context = api.trace.getSpanContext(api.context.active());
  return context === undefined ? {} : { trace_id: context.traceId, span_id: context.spanId };
}

function pass(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}

/** Logs each warning of the SDK once, such as a faulty variable. */
function warnOnce(): api.DiagLogger {
  const said = new Set<string>();
  const warn = (message: string) => {
    if (said.size >= 20 || said.has(message)) return;
    said.add(message);
    outOfTraces.warn({ reason: message }, 'warning of OpenTelemetry');
  };
  const ignore = () => {};
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
}
