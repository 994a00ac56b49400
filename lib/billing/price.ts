import type { jobs } from '#drizzle/schema/jobs';

/** Prices of a recording's minute, in cents. */
export interface Prices {
  /** 0 if transcribing is free. */
  priceCentsPerMinute: number;
  /** For work without recognition; defaults to two fifths of `priceCentsPerMinute`. */
  priceCentsPerMinuteWithoutRecognition?: number | undefined;
}

/** Returns the price of a minute of a job's work, in cents. */
export function getRate(
  task: (typeof jobs.$inferSelect)['task'],
  { priceCentsPerMinute, priceCentsPerMinuteWithoutRecognition }: Prices,
): number {
  if (task === 'recognize' || priceCentsPerMinute === 0) return priceCentsPerMinute;
  return priceCentsPerMinuteWithoutRecognition ?? Math.ceil((priceCentsPerMinute * 2) / 5);
}

/** Returns the price of a recording in cents: whole minutes, rounded up, at least one. */
export function priceCents(durationSeconds: number, priceCentsPerMinute: number): number {
  return Math.max(1, Math.ceil(durationSeconds / 60)) * priceCentsPerMinute;
}

/** Returns the prices of a recording in cents by the task of its job. */
export function pricesCents(durationSeconds: number, prices: Prices): { recognize: number; align: number } {
  const price = (task: 'recognize' | 'align') => priceCents(durationSeconds, getRate(task, prices));
  return { recognize: price('recognize'), align: price('align') };
}

/** A recording that was measured slightly too short must not cost another minute. */
const slackSeconds = 1;

/**
 * Returns the price in cents of a decoded recording: at most its length's price, and more than is held only if it
 * exceeds what the hold covers by more than a second.
 */
export function decodedPriceCents(
  seconds: number,
  { heldCents, priceCentsPerMinute }: { heldCents: number; priceCentsPerMinute: number },
): number {
  const price = priceCents(seconds, priceCentsPerMinute);
  return priceCents(seconds - slackSeconds, priceCentsPerMinute) <= heldCents
    ? Math.min(heldCents, price)
    : price;
}
