/* Removes secrets from every line of the log by shape and key, as the last line of defense. */

/** Replaces a secret. */
export const redacted = '[redacted]';

/** Members and headers that hold secrets, whatever they are part of: `accessToken`, `set-cookie`, `x-api-key`. */
const secretName =
  '[\\w-]*(?:authorization|cookie|password|passwd|secret|token|api[_-]?key|credential|signature)s?';

/** A text of JSON, in which a quote is escaped. */
const member = new RegExp(`("${secretName}":)"(?:[^"\\\\]|\\\\.)*"`, 'gi');
/** In the query of an address, also where the line has it escaped, and in a form's body. */
const parameter = new RegExp(`([?&;]|\\\\u0026)(${secretName}|code|sig|state)=[^&\\s"'\\\\#]+`, 'gi');
const header = /\b((?:proxy-)?authorization|(?:set-)?cookie)(\s*[:=](?!\s*\[redacted\])\s*)[^"\\\r\n]+/gi;
const scheme = /\b(Bearer|Basic) +[\w.~+/=-]{8,}/g;
/** `//user:password@host` */
const credentials = /(:\/\/)[^\s/@"'\\]*:[^\s/@"'\\]*@/g;
/** Keys of ours, of webhooks and of Stripe. */
const key = /\b(lh_(?:live|test)_|whsec_|[sr]k_(?:live|test)_)[\w+/=%-]+/g;
/** The token of a share link, reset or invitation: 32 letters and digits. Those of lower case alone are names and hashes. */
const token =
  /(?:(?<![0-9A-Za-z])|(?<=%[0-9A-Fa-f]{2}))(?=[a-z]*[0-9A-Z])(?![0-9a-f]{32}(?![0-9A-Za-z]))[0-9A-Za-z]{32}(?![0-9A-Za-z])/g;
/** A signed address of media. */
const ticket = /(\/media\/)[\w.-]{43,}/g;

/** The text without secrets: those that are given, and everything that looks like one. */
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
