import { AddressRefused } from '#lib/net/check-address';

/** A sentence for people. `prospect` is `passing` if the same request may succeed later, else `lasting`. */
export interface NetworkError {
  inWords: string;
  prospect: 'passing' | 'lasting';
}

// Codes of Node 20 and undici 7. The first match counts.
/** All known errors, by code. */
export const knownErrors: [RegExp, string, NetworkError['prospect']][] = [
  [/^ENOTFOUND$/, 'Host not found.', 'passing'],
  [/^EAI_/, 'DNS lookup failed.', 'passing'],
  [/^ECONNREFUSED$/, 'The host refused the connection.', 'passing'],
  [
    /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM|EINVAL)$/,
    'The host is unreachable.',
    'passing',
  ],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, 'Connecting to the host timed out.', 'passing'],
  [/^UND_ERR_HEADERS_TIMEOUT$/, 'The server took too long to respond.', 'passing'],
  [/^UND_ERR_BODY_TIMEOUT$/, 'The server stopped responding.', 'passing'],
  [/^UND_ERR_RES_EXCEEDED_MAX_SIZE$/, 'The response is too large.', 'lasting'],
  [
    /^(ECONNRESET|ECONNABORTED|EPIPE|HPE_INVALID_EOF_STATE|UND_ERR_SOCKET)$/,
    'The connection was lost.',
    'passing',
  ],
  [
    /^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)/,
    "The server's response is not valid HTTP.",
    'lasting',
  ],
  [/^(EPROTO|ERR_SSL_|ERR_TLS_HANDSHAKE)/, "A secure connection couldn't be established.", 'lasting'],
  [/CERT|UNABLE_TO_|CRL_|HOSTNAME_MISMATCH/, "The host's certificate is not valid.", 'lasting'],
];

/** The fallback for unlisted server errors. */
export const unreadableAnswer: NetworkError = {
  inWords: "The server's response couldn't be read.",
  prospect: 'passing',
};

const machineFaults = /^(EMFILE|ENFILE|ENOMEM|ENOBUFS|ENOSPC|EDQUOT|EIO)$/;

/** Explains why a server couldn't be reached; undefined if this machine is at fault, such as out of memory. */
export function explainPeerError(error: unknown): NetworkError | undefined {
  if (error instanceof Error && machineFaults.test(getCode(error))) return undefined;
  return explainNetworkError(error) ?? unreadableAnswer;
}

/** Explains why a guarded request failed; undefined for errors not of the network. */
export function explainNetworkError(error: unknown): NetworkError | undefined {
  if (error instanceof AddressRefused) return { inWords: error.message, prospect: 'lasting' };
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'TimeoutError') return { inWords: 'The request timed out.', prospect: 'lasting' };
  const known = knownErrors.find(([pattern]) => pattern.test(getCode(error)));
  return known && { inWords: known[1], prospect: known[2] };
}

function getCode(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  // undici has no code for most parser errors.
  return error.name === 'HTTPParserError' ? 'HPE_' : '';
}
