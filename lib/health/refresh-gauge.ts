import { withTimeout } from '#lib/health/with-timeout';
import { log } from '#lib/settings/log';

/** Prometheus waits for ten seconds, unless told otherwise. */
const timeoutMs = 5000;

/** Brings gauges up to date, or has them forgotten where that fails or takes too long. Never throws. */
export async function refreshGauge(refresh: () => Promise<void>, forget: () => void): Promise<void> {
  try {
    await withTimeout(timeoutMs, refresh());
  } catch (error) {
    log().debug({ err: error }, 'a gauge has no value');
    forget();
  }
}
