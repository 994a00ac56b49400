import { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';

interface Log {
  warn(members: object, message: string): void;
  info(message: string): void;
}

type Export = SpanExporter['export'];
type Result = Parameters<Parameters<Export>[1]>[0];

/** Wraps the exporter to log one line when it starts failing and one when it recovers. */
export function reportOnce(exporter: SpanExporter, log: Log): SpanExporter {
  let isFailing = false;
  const note = ({ code, error }: Result) => {
    const hasFailed = code !== ExportResultCode.SUCCESS;
    if (hasFailed === isFailing) return;
    isFailing = hasFailed;
    if (hasFailed) log.warn({ reason: error?.message }, 'exporting traces failed');
    else log.info('exporting traces works again');
  };
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        note(result);
        // Otherwise the SDK would log each failure.
        done({ code: ExportResultCode.SUCCESS });
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
