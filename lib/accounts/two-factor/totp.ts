import { Secret, TOTP } from 'otpauth';

/* Codes of authenticator apps (RFC 6238), with the parameters that all apps know: SHA-1, six digits, 30 seconds. */

const periodSeconds = 30;
const issuer = 'Longhand';
/** Steps that an app's clock may be off. */
const window = 1;

/** A new secret for an authenticator app: 160 random bits in Base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an authenticator app reads from the QR code. */
export function getTotpUri(secret: string, email: string): string {
  return makeTotp(secret, email).toString();
}

/** The time step whose code this is, now or next to now; undefined for any other code. */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  // The library throws at six characters that take more bytes.
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const delta = makeTotp(secret).validate({ token: code, timestamp: now.getTime(), window });
  return delta === null ? undefined : getStep(now) + delta;
}

/** The number of the time step that this moment belongs to. */
export function getStep(now: Date): number {
  return Math.floor(now.getTime() / 1000 / periodSeconds);
}

/** The code of a time step. */
export function getCode(secret: string, step: number): string {
  return makeTotp(secret).generate({ timestamp: step * periodSeconds * 1000 });
}

function makeTotp(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer,
    label,
    secret,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  });
}
