import type { jobs } from '#drizzle/schema/jobs';

/** Cents per minute of a recording. */
export interface Prices {
  /** 0 where nothing is charged. */
  priceCentsPerMinute: number;
  /** For work that recognizes no words; undefined for two fifths of the other. */
  priceCentsPerMinuteWithoutRecognition?: number | undefined;
}

/** The cents that a minute of a job's work costs. */
export function getRate(
  task: (typeof jobs.$inferSelect)['task'],
  { priceCentsPerMinute, priceCentsPerMinuteWithoutRecognition }: Prices,
): number {
  if (task === 'recognize' || priceCentsPerMinute === 0) return priceCentsPerMinute;
  return priceCentsPerMinuteWithoutRecognition ?? Math.ceil((priceCentsPerMinute * 2) / 5);
}

/** The price of a recording in cents: whole minutes, rounded up, at least one. */
export function priceCents(durationSeconds: number, priceCentsPerMinute: number): number {
  return Math.max(1, Math.ceil(durationSeconds / 60)) * priceCentsPerMinute;
}

/** Nobody is to pay for a minute that begins only because a recording was measured this much too short. */
const slackSeconds = 1;

/**
 * The price in cents of a decoded recording with this much held: never more than these seconds cost, and more than is held only
 * if it is longer by more than a second.
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
