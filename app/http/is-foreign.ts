import type { IncomingMessage } from 'node:http';

/** Methods that change nothing (RFC 9110 9.2.1). */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * True if a request that may change something comes from a page of another site. Browsers say so in `Sec-Fetch-Site`, which they send
 * to https and localhost only, or else in `Origin`. A client that sends neither isn't a browser, so no page can mislead it.
 */
export function isForeign({ method = '', headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  if (safeMethods.has(method)) return false;
  const { 'sec-fetch-site': site, 'next-action': action } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  // Next compares an action's origin itself, and meets another one with a 500.
  return (site === undefined || action !== undefined) && isOfOtherHost(headers);
}

function isOfOtherHost({ origin, host, 'x-forwarded-host': forwarded }: IncomingMessage['headers']): boolean {
  if (origin === undefined) return false;
  const own = [forwarded].flat()[0] ?? host;
  return !URL.canParse(origin) || new URL(origin).host !== own;
}
