import assert from 'node:assert/strict';
import * as api from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base';
import { setTracing } from '#lib/tracing/tracing';

/** The spans that this process has recorded. */
export interface RecordedSpans {
  all: () => ReadableSpan[];
  /** Returns the first span with this name. */
  find: (name: string) => ReadableSpan;
  /** Turns tracing off. */
  stop: () => void;
}

/** Turns tracing on in this process, and records the spans. */
export function recordSpans(): RecordedSpans {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  setTracing({ api, tracer: provider.getTracer('test') });
  return {
    all: () => exporter.getFinishedSpans(),
    find(name) {
      const span = exporter.getFinishedSpans().find((span) => span.name === name);
      assert.ok(span, name);
      return span;
    },
    stop() {
      setTracing(undefined);
      api.context.disable();
      api.propagation.disable();
    },
  };
}
