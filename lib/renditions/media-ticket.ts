import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/*
 * A URL token that plays a rendition for a limited time without a cookie, signed with HMAC-SHA-256 under a derived key
 * (RFC 5869).
 */

/** The permission that a ticket grants. With a `linkId`, it is valid only while that share link works. */
export interface MediaTicket {
  jobId: string;
  linkId?: string | undefined;
  /** The job's file: by default the first rendition, else the later picture or the original recording. */
  file?: 'picture' | 'original' | undefined;
  expiresAt: Date;
}

/** The lifetime of a ticket. The editor renews it earlier. */
export const ticketMinutes = 60;

const shape = /^([0-9A-Za-z]{1,64})\.([0-9A-Za-z]{0,64})\.(\d{1,12})(\.(?:picture|original))?\.([\w-]{43})$/;

/** Returns the ticket in URL-safe characters: letters, digits, `.`, `-` and `_`. */
export function signMediaTicket(secret: string, ticket: MediaTicket): string {
  const { jobId, linkId = '', file, expiresAt } = ticket;
  const seconds = Math.floor(expiresAt.getTime() / 1000);
  const payload = `${jobId}.${linkId}.${seconds}${file === undefined ? '' : `.${file}`}`;
  return `${payload}.${sign(secret, payload).toString('base64url')}`;
}

/** Returns the permission of a ticket; undefined if it is forged, changed or expired. */
export function readMediaTicket(secret: string, ticket: string, now: Date): MediaTicket | undefined {
  const [, jobId = '', linkId = '', seconds = '', fileSuffix, signature = ''] = shape.exec(ticket) ?? [];
  const given = Buffer.from(signature, 'base64url');
  const right = sign(secret, `${jobId}.${linkId}.${seconds}${fileSuffix ?? ''}`);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const expiresAt = new Date(Number(seconds) * 1000);
  if (expiresAt <= now) return undefined;
  const file =
    fileSuffix === undefined ? {} : ({ file: fileSuffix === '.picture' ? 'picture' : 'original' } as const);
  return { jobId, expiresAt, ...file, ...(linkId !== '' && { linkId }) };
}

function sign(secret: string, payload: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'longhand media ticket', 32));
  return createHmac('sha256', key).update(payload).digest();
}
