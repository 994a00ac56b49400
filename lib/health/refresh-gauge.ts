import { log } from '#lib/settings/log';

/** Below Prometheus's default timeout of ten seconds. */
const timeoutMs = 5000;

/** Updates gauges, or resets them if that fails or times out. Never throws. */
export async function refreshGauge(refresh: () => Promise<void>, forget: () => void): Promise<void> {
  try {
    await withTimeout(timeoutMs, refresh());
  } catch (error) {
    log().debug({ err: error }, 'gauge has no value');
    forget();
  }
}

/** Returns the result of the work, or throws after the given milliseconds; the work then continues unobserved. */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
