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

/** The result of the work if it ends within so many milliseconds; throws otherwise, and the work continues unobserved. */
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
