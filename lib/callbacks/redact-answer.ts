import { redacted, redactSecrets } from '#lib/settings/redact-secrets';

/*
 * A receiver's error page may reveal its secrets: its environment, the request's headers, database rows with tokens.
 * The account's owner sees the response, as does anyone allowed to read its callbacks. Only the first kilobyte is kept,
 * so patterns also match values that are cut off.
 */

/** Names of secrets, in any case, with any prefix or suffix: `DB_PASSWORD`, `X-Api-Key`, `accessToken`. */
const name =
  '(?:[\\w.-]*(?:authorization|auth(?!or|ent)|cookie|passw|passphrase|passcode|secret|token|credential|signature|jwt|bearer|' +
  'csrf|xsrf|hmac|sess(?:ion)?_?-?(?:id|key)|connection[_-]?string|' +
  '(?:api|app|access|account|private|signing|encryption|shared|master|client|ssh|auth|webhook)[ _-]?key)[\\w-]*' +
  '|(?<![A-Za-z0-9])(?:[\\w-]*[_-])?(?:pass|pwd|pin|otp|sid|dsn|sig|psk))';

/** An encoded quote, in HTML or a URL. */
const entity = '(?:&quot;|&#0?3[49];|&#x2[27];|%2[27])';

/** Assignments in JSON (also nested in a string), JavaScript, Python, PHP, YAML, forms, headers and environments. */
const assigned = new RegExp(
  `(${name}(?:\\\\*["'\\]]|${entity})*\\s*(?::|=(?:>|&gt;)?|%3[AD])\\s*(?:string\\(\\d+\\)\\s*)?)` +
    '(?:("(?:[^"\\\\]|\\\\[^])*"?)' +
    "|('(?:[^'\\\\]|\\\\[^])*'?)" +
    '|(\\\\+["\'][^"\'\\\\]*)' +
    `|${entity}(?:(?!${entity})[^<])*` +
    '|\\[[^\\]]*\\]?|\\{[^{}]*\\}?' +
    '|(?!(?:null|none|nil|undefined|true|false|missing|invalid|required|expired|wrong|mismatch|\\d{1,3})\\b)[^\\s"\'`,;&<>(){}[\\]\\\\]+)',
  'gi',
);

/** `<Token>…</Token>` */
const element = new RegExp(`(<(?:[\\w-]+:)?${name}(?:\\s[^<>]*)?>)[^<]+`, 'gi');

/** `<th>Password</th><td>…</td>` */
const cell = new RegExp(`(${name}\\s*(?:</?[\\w-]+[^<>]*>\\s*){2,6})[^<>\\s][^<>]*`, 'gi');

/** A whole header line, because values may contain quotes. */
const headerLine = /^(\s*(?:(?:proxy-)?authorization|(?:set-)?cookie):[^\S\r\n]*)[^\r\n]+/gim;

/** `name="csrf_token" value="…"`, `{"name": "token", "value": "…"}` */
const named = new RegExp(
  `(${name}\\\\*["'][^<>{}]{0,60}?\\bvalue\\\\*["']?\\s*[:=]\\s*\\\\*["'])[^"'\\\\]*`,
  'gi',
);

/** `{"key": "…"}`, unless the value is a plain word. */
const plainKey = /("key"\s*:\s*)"(?=[^"]*\d)[\w+/=.~-]{16,}"?/gi;

const pem = /-{4,5} ?BEGIN [\w ]*PRIVATE KEY[\w ]*-{4,5}[^]*?(?:-{4,5} ?END [\w ]*-{4,5}|$)/g;

/** JSON Web Tokens, and any other Base64url-encoded JSON object. */
const jwt = /\beyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g;

const scheme = /\b(bearer|basic|token|apikey|negotiate)(\s+)(?=\S*\d)[\w.~+/=-]{8,}/gi;

/** `https://TOKEN@host` */
const userinfo = /(:\/\/)[^\s/@:"'\\]{16,}@/g;

/** Password hashes in crypt's format. */
const passwordHash = /\$(?:1|2[abxy]?|5|6|7|y|apr1|argon2\w*|scrypt|pbkdf2[\w-]*)\$[\w./+=,$-]{10,}/g;

/** Prefixes of services' keys: those of secretlint's rules (https://github.com/secretlint/secretlint), and more. */
const issued = new RegExp(
  `(?<![\\w-])(?:${[
    'A3T[A-Z0-9]|A(?:KIA|GPA|IDA|ROA|IPA|NPA|NVA|SIA)',
    'gh[pousr]_|github_pat_|gl(?:pat|ptt|dt|rt|soat|ft|cbt|agent|oas|imt)-',
    'xox[a-z]-|xapp-|xwfp-|sk-|[rs]k_(?:live|test)_|whsec_',
    'AIza|ya29\\.|GOCSPX-|1//0|npm_|pypi-|rubygems_|hf_|gsk_|xai-|r8_|SG\\.|key-(?=[0-9a-f]{32})',
    'do[opr]_v1_|shp(?:at|ca|pa|ss)_|dckr_(?:pat|oat)_|tskey-|hv[brs]\\.|gl(?:c|sa)_|lin_api_|ntn_|secret_(?=[A-Za-z0-9]{20})|figd_',
    'dapi(?=[0-9a-f]{8})|vc[aikpr]_|cf(?:k|ut|at)_|ops_|sq0(?:atp|csp)-|PMAK-|NRAK-|sntr[ysu]+_|pat-(?:na|eu)1-',
    'pscale_\\w+_|sbp_|sb_secret_|SK(?=[0-9a-f]{32})|EAA(?=[A-Za-z0-9]{20})|AGE-SECRET-KEY-1|AccountKey=',
    'hooks\\.slack\\.com/(?:services|workflows)/|discord(?:app)?\\.com/api/webhooks/|\\d{8,10}:AA',
  ].join('|')})[\\w./+=~:-]{8,}`,
  'g',
);

/** Redacts anything like a credential from a response of up to a kilobyte: the patterns aren't meant for long texts. */
export function redactAnswer(answer: string): string {
  const known = answer
    .replaceAll(pem, redacted)
    .replaceAll(headerLine, `$1${redacted}`)
    .replaceAll(issued, redacted)
    .replaceAll(jwt, redacted);
  // Whole header lines first: their values contain blanks.
  return redactSecrets(known)
    .replaceAll(named, `$1${redacted}`)
    .replaceAll(assigned, hideValue)
    .replaceAll(element, `$1${redacted}`)
    .replaceAll(cell, `$1${redacted}`)
    .replaceAll(plainKey, `$1"${redacted}"`)
    .replaceAll(scheme, `$1$2${redacted}`)
    .replaceAll(userinfo, `$1${redacted}@`)
    .replaceAll(passwordHash, redacted);
}

function hideValue(_: string, start: string, double?: string, single?: string, escaped?: string): string {
  const quote = double?.[0] ?? single?.[0] ?? escaped?.replace(/(["']).*$/s, '$1') ?? '';
  return `${start}${quote}${redacted}${escaped === undefined ? quote : ''}`;
}
