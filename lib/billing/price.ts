/** What a recording costs, in cents: whole minutes, rounded up, at least one. */
export function priceCents(durationSeconds: number, priceCentsPerMinute: number): number {
  return Math.max(1, Math.ceil(durationSeconds / 60)) * priceCentsPerMinute;
}
