/** The page that a payment comes back to: the balance, or Transcripts, where a recording waits for it. */
export type WayBack = 'balance' | 'jobs';

/** The page that an address, or a browser, asks for. */
export function toWayBack(given: unknown): WayBack {
  return given === 'jobs' ? given : 'balance';
}

/** The address of the page, with the payment that it shows. */
export function toReturnPath(to: WayBack, paymentId: string): string {
  return `/${to}?payment=${paymentId}`;
}

/** The address of the page that asks for the amount. */
export function toTopUpPath(to: WayBack): string {
  return to === 'balance' ? '/balance/top-up' : `/balance/top-up?to=${to}`;
}
