import type { CallbackBody } from './contract.ts';
import { CallbackVerificationError } from './errors.ts';

/** The headers of a request, as fetch or Node.js has them. */
export type RequestHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | string[] | undefined>>;

/** The age limit of a callback and the current time, for tests and for receivers whose clock is off. */
export interface VerifyOptions {
  /** The largest difference between the time of signing and now, in seconds. */
  toleranceSeconds?: number | undefined;
  /** Milliseconds since 1970. */
  now?: number | undefined;
}

/** Verifies a callback (Standard Webhooks 1.0) and returns its content. `rawBody` is unparsed. Throws `CallbackVerificationError`. */
export async function verifyCallback(
  rawBody: string | Uint8Array,
  headers: RequestHeaders,
  secret: string,
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<CallbackBody> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    readHeader(headers, `webhook-${name}`),
  );
  if (id === undefined || timestamp === undefined || signatures === undefined) {
    throw new CallbackVerificationError(
      'The headers webhook-id, webhook-timestamp and webhook-signature are required.',
    );
  }
  const seconds = /^\d+$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now / 1000 - seconds) <= toleranceSeconds)) {
    throw new CallbackVerificationError("The callback's timestamp is too old or in the future.");
  }
  const encoder = new TextEncoder();
  const body = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody;
  const signed = concatenate(encoder.encode(`${id}.${timestamp}.`), body);
  const key = await crypto.subtle.importKey(
    'raw',
    decode(secret.replace(/^whsec_/, ''), 'The signing secret'),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  for (const [version, signature] of signatures.split(' ').map((one) => one.split(','))) {
    if (version !== 'v1' || signature === undefined) continue;
    const bytes = decode(signature, 'The signature');
    if (await crypto.subtle.verify('HMAC', key, bytes, signed)) {
      return JSON.parse(new TextDecoder().decode(body)) as CallbackBody;
    }
  }
  throw new CallbackVerificationError('No signature matches the secret.');
}

function readHeader(headers: RequestHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? String(found[0]) : typeof found === 'string' ? found : undefined;
}

function decode(base64: string, what: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new CallbackVerificationError(`${what} is not valid Base64.`);
  }
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
