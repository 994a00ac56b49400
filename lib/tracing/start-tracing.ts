import { env } from '#lib/settings/env';

/** Ends the recording of spans, after those that wait were sent, or after two seconds. */
export type StopTracing = () => Promise<void>;

/** Which of the service's processes records spans. */
export type TracedProcess = 'web' | 'worker';

/** Records spans if the settings name an exporter, else loads no OpenTelemetry. Call it before any work. */
export async function startTracing(traced: TracedProcess): Promise<StopTracing> {
  if (env().tracing === undefined) return async () => {};
  const { openSdk } = await import('#lib/tracing/open-sdk');
  return openSdk(traced);
}
