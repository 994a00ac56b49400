import { Secret, TOTP } from 'otpauth';

/* Codes of authenticator apps (RFC 6238), with the parameters that all apps support: SHA-1, six digits, 30 seconds. */

const periodSeconds = 30;
const issuer = 'Longhand';
/** Tolerated clock drift in time steps. */
const window = 1;

/** Generates a secret for an authenticator app: 160 random bits in Base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the URI that an authenticator app reads from the QR code. */
export function getTotpUri(secret: string, email: string): string {
  return makeTotp(secret, email).toString();
}

/** Returns the time step of this code if it is the current one or adjacent; undefined for any other code. */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  // The library throws on six characters that take more than six bytes.
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const delta = makeTotp(secret).validate({ token: code, timestamp: now.getTime(), window });
  return delta === null ? undefined : getStep(now) + delta;
}

/** Returns the number of the time step at this time. */
export function getStep(now: Date): number {
  return Math.floor(now.getTime() / 1000 / periodSeconds);
}

/** Returns the code of a time step. */
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
