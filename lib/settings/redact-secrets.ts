/* Redacts secrets in every log line by format and key, as the last line of defense. */

/** Replacement for a secret. */
export const redacted = '[redacted]';

/** Names of members and headers with secrets, also within longer names: `accessToken`, `set-cookie`, `x-api-key`. */
const secretName =
  '[\\w-]*(?:authorization|cookie|password|passwd|secret|token|api[_-]?key|credential|signature)s?';

/** JSON text, in which quotes are escaped. */
const member = new RegExp(`("${secretName}":)"(?:[^"\\\\]|\\\\.)*"`, 'gi');
/** URL query parameters, also escaped, and form bodies. */
const parameter = new RegExp(`([?&;]|\\\\u0026)(${secretName}|code|sig|state)=[^&\\s"'\\\\#]+`, 'gi');
const header = /\b((?:proxy-)?authorization|(?:set-)?cookie)(\s*[:=](?!\s*\[redacted\])\s*)[^"\\\r\n]+/gi;
const scheme = /\b(Bearer|Basic) +[\w.~+/=-]{8,}/g;
/** `//user:password@host` */
const credentials = /(:\/\/)[^\s/@"'\\]*:[^\s/@"'\\]*@/g;
/** Keys of Longhand, webhooks and Stripe. */
const key = /\b(lh_(?:live|test)_|whsec_|[sr]k_(?:live|test)_)[\w+/=%-]+/g;
/** Tokens of share links, resets and invitations: 32 letters and digits. Lower-case ones are names and hashes. */
const token =
  /(?:(?<![0-9A-Za-z])|(?<=%[0-9A-Fa-f]{2}))(?=[a-z]*[0-9A-Z])(?![0-9a-f]{32}(?![0-9A-Za-z]))[0-9A-Za-z]{32}(?![0-9A-Za-z])/g;
/** A signed URL of media. */
const ticket = /(\/media\/)[\w.-]{43,}/g;

/** Redacts the given secrets, and everything that looks like one. */
export function redactSecrets(text: string, secrets: readonly string[] = []): string {
  let result = text;
  for (const secret of secrets) result = result.replaceAll(secret, redacted);
  return result
    .replaceAll(member, `$1"${redacted}"`)
    .replaceAll(parameter, `$1$2=${redacted}`)
    .replaceAll(header, `$1$2${redacted}`)
    .replaceAll(scheme, `$1 ${redacted}`)
    .replaceAll(credentials, `$1${redacted}@`)
    .replaceAll(key, `$1${redacted}`)
    .replaceAll(ticket, `$1${redacted}`)
    .replaceAll(token, redacted);
}
