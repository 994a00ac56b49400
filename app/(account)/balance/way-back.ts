/** The page to return to after a payment: the balance, or Transcripts, if a recording waits for it. */
export type WayBack = 'balance' | 'jobs';

/** Parses the page from untrusted input. */
export function toWayBack(given: unknown): WayBack {
  return given === 'jobs' ? given : 'balance';
}

/** The page's path, with the payment to show. */
export function toReturnPath(to: WayBack, paymentId: string): string {
  return `/${to}?payment=${paymentId}`;
}

/** The path of the page that asks for the amount. */
export function toTopUpPath(to: WayBack): string {
  return to === 'balance' ? '/balance/top-up' : `/balance/top-up?to=${to}`;
}
