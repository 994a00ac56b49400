import { env } from '#lib/settings/env';

/** Ends the recording of spans, after those that wait were sent, or after two seconds. */
export type StopTracing = () => Promise<void>;

/** Which of the service's processes records spans. */
export type TracedProcess = 'web' | 'worker';

/**
 * Records spans from now on where the settings name an exporter; else nothing of OpenTelemetry is loaded. To be called
 * before the process takes any work.
 */
export async function startTracing(traced: TracedProcess): Promise<StopTracing> {
  if (env().tracing === undefined) return async () => {};
  const { openSdk } = await import('#lib/tracing/open-sdk');
  return openSdk(traced);
}
