import type { Attributes, Context, Link, Span } from '@opentelemetry/api';
import { tracing, type Tracing } from '#lib/tracing/tracing';

/** Attributes and context of a span. Never a secret, a recording's name, a query string or a text. */
export interface SpanOptions {
  /** Defaults to an internal span. */
  kind?: 'client' | 'consumer';
  attributes?: Attributes;
  /** The `traceparent` to continue, or null for a new trace; by default, the current one. */
  parent?: string | null;
  /** The `traceparent` of another related trace. */
  linkedTo?: string | undefined;
}

/** The current span. */
export interface OpenSpan {
  /** Adds attributes that became known later. */
  note: (attributes: Attributes) => void;
  /** Marks the work as failed without an error. */
  fail: (type: string) => void;
  /** Passed on to continue the trace; undefined if tracing is off. */
  traceparent: string | undefined;
}

const unrecorded: OpenSpan = { note: () => {}, fail: () => {}, traceparent: undefined };

/** Runs work as a span of the current trace. An error fails the span, which records only its type. */
export async function withSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  const started = tracing();
  if (started === undefined) return work(unrecorded);
  const { api, tracer } = started;
  const parent = findParent(started, options.parent);
  const kind = { client: api.SpanKind.CLIENT, consumer: api.SpanKind.CONSUMER, step: api.SpanKind.INTERNAL };
  const span = tracer.startSpan(
    name,
    {
      kind: kind[options.kind ?? 'step'],
      attributes: options.attributes ?? {},
      links: toLinks(started, options.linkedTo),
    },
    parent,
  );
  const context = api.trace.setSpan(parent, span);
  try {
    return await api.context.with(context, work, undefined, open(started, span, context));
  } catch (error) {
    fail(started, span, nameError(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Returns the current `traceparent` (W3C Trace Context); undefined if there is no trace. */
export function currentTraceparent(): string | undefined {
  const started = tracing();
  return started && toTraceparent(started, started.api.context.active());
}

/** Marks a span as failed with an error's type, such as a class or a code. */
export function fail({ api }: Tracing, span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: api.SpanStatusCode.ERROR });
}

function open(started: Tracing, span: Span, context: Context): OpenSpan {
  return {
    note: (attributes) => void span.setAttributes(attributes),
    fail: (type) => fail(started, span, type),
    traceparent: toTraceparent(started, context),
  };
}

function findParent(started: Tracing, parent: string | null | undefined): Context {
  if (parent === undefined) return started.api.context.active();
  return parent === null ? started.api.ROOT_CONTEXT : toContext(started, parent);
}

function toLinks(started: Tracing, traceparent: string | undefined): Link[] {
  const context = started.api.trace.getSpanContext(toContext(started, traceparent));
  return context === undefined ? [] : [{ context }];
}

function toContext({ api }: Tracing, traceparent: string | undefined): Context {
  return api.propagation.extract(api.ROOT_CONTEXT, { traceparent });
}

function toTraceparent({ api }: Tracing, context: Context): string | undefined {
  const carrier: { traceparent?: string } = {};
  api.propagation.inject(context, carrier);
  return carrier.traceparent;
}

/** Messages may contain spoken text or paths; codes and class names don't. */
function nameError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
