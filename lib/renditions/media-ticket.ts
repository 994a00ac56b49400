import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/* An address that plays a rendition for a while without a cookie, signed by HMAC-SHA-256 under a derived key (RFC 5869). */

/** The permission of a ticket. With a `linkId` it is valid only as long as that share link works. */
export interface MediaTicket {
  jobId: string;
  linkId?: string | undefined;
  /** The job's file that it opens: the first rendition, unless it is the picture that came later or the recording itself. */
  file?: 'picture' | 'original' | undefined;
  expiresAt: Date;
}

/** A ticket is valid for so long: the editor asks for another before. */
export const ticketMinutes = 60;

const shape = /^([0-9A-Za-z]{1,64})\.([0-9A-Za-z]{0,64})\.(\d{1,12})(\.(?:picture|original))?\.([\w-]{43})$/;

/** The ticket as it stands in an address: letters, digits, `.`, `-` and `_`. */
export function signMediaTicket(secret: string, ticket: MediaTicket): string {
  const { jobId, linkId = '', file, expiresAt } = ticket;
  const seconds = Math.floor(expiresAt.getTime() / 1000);
  const payload = `${jobId}.${linkId}.${seconds}${file === undefined ? '' : `.${file}`}`;
  return `${payload}.${sign(secret, payload).toString('base64url')}`;
}

/** The permission of a ticket at this time; undefined for one that is not ours, was changed or has ended. */
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
