/** Headers to send with a customer's request: lower-case names and values. Most are secrets. */
export type RequestHeaders = Readonly<Record<string, string>>;

/** Limits of a request's headers, in characters. */
export const headerLimits = { count: 20, name: 128, value: 4096, total: 8192 };

/** RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
const text = /^[\t\x20-\x7e]*$/;

/** Reserved: the connection, the response's form and our own signatures depend on them. */
const ours = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te'],
  ...[
    'trailer',
    'transfer-encoding',
    'upgrade',
    'http2-settings',
    'host',
    'expect',
    'accept-encoding',
    'range',
  ],
  ...['traceparent', 'tracestate', 'baggage'],
]);
const ourPrefixes = ['content-', 'if-', 'webhook-'];

/** Parses a JSON object of headers. Faults never contain a value. */
export function parseRequestHeaders(
  given: unknown,
): { headers: RequestHeaders; faults?: undefined } | { faults: string[] } {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return { faults: ['Headers must be a JSON object of names and values.'] };
  }
  const entries = Object.entries(given as Record<string, unknown>).map(([name, value]): [string, unknown] => [
    name.toLowerCase(),
    typeof value === 'string' ? value.replace(/^[\t ]+|[\t ]+$/g, '') : value,
  ]);
  const faults = new Set<string>();
  if (entries.length > headerLimits.count) faults.add(`At most ${headerLimits.count} headers are allowed.`);
  const seen = new Set<string>();
  let total = 0;
  for (const [name, value] of entries) {
    for (const fault of [faultOfName(name), faultOfValue(value)]) if (fault !== undefined) faults.add(fault);
    if (seen.has(name)) faults.add('Duplicate header. Names are case-insensitive.');
    seen.add(name);
    total += name.length + (typeof value === 'string' ? value.length : 0);
  }
  if (total > headerLimits.total)
    faults.add(`Headers are limited to ${headerLimits.total} characters in total.`);
  if (faults.size > 0) return { faults: [...faults] };
  return { headers: Object.fromEntries(entries) as Record<string, string> };
}

function faultOfName(name: string): string | undefined {
  if (!token.test(name)) return "A header name can contain only letters, digits and !#$%&'*+-.^_`|~.";
  if (name.length > headerLimits.name) return `A header name is limited to ${headerLimits.name} characters.`;
  if (ours.has(name)) return `The header ${name} can’t be set.`;
  const prefix = ourPrefixes.find((start) => name.startsWith(start));
  return prefix === undefined ? undefined : `Headers that begin with ${prefix} can’t be set.`;
}

function faultOfValue(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'A header value must be a string.';
  if (value.length > headerLimits.value)
    return `A header value is limited to ${headerLimits.value} characters.`;
  return text.test(value)
    ? undefined
    : 'A header value can contain only visible ASCII characters, spaces and tabs.';
}

/** Redacts these headers' secret values from a text, and words of eight or more characters in them, even if cut off. */
export function redactHeaders(text: string, headers: RequestHeaders): string {
  const values = Object.values(headers);
  const secrets = [...values, ...values.flatMap((value) => value.split(/[\s=;,]+/))]
    .filter((secret) => secret.length >= 8)
    .toSorted((a, b) => b.length - a.length);
  let left = text;
  for (const secret of secrets) {
    left = left.replaceAll(secret, '[removed]');
    for (let length = Math.min(secret.length - 1, left.length); length >= 4; length--) {
      if (left.endsWith(secret.slice(0, length))) left = `${left.slice(0, -length)}[removed]`;
    }
  }
  return left;
}
