import { AddressRefused } from '#lib/net/address-refused';

/** A sentence for people, and whether the same request may succeed in a while (`passing`) or not (`lasting`). */
export interface NetworkError {
  inWords: string;
  prospect: 'passing' | 'lasting';
}

// Codes of Node 20 and undici 7. The first row that fits counts.
/** All errors that are explained: by their code, in words. */
export const knownErrors: [RegExp, string, NetworkError['prospect']][] = [
  [/^ENOTFOUND$/, 'The host was not found.', 'passing'],
  [/^EAI_/, 'The name of the host could not be looked up.', 'passing'],
  [/^ECONNREFUSED$/, 'The host refused the connection.', 'passing'],
  [
    /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/,
    'The host could not be reached.',
    'passing',
  ],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, 'Connecting to the host took too long.', 'passing'],
  [/^UND_ERR_HEADERS_TIMEOUT$/, 'The server took too long to answer.', 'passing'],
  [/^UND_ERR_BODY_TIMEOUT$/, 'The server stopped sending.', 'passing'],
  [/^UND_ERR_RES_EXCEEDED_MAX_SIZE$/, 'The answer is too large.', 'lasting'],
  [
    /^(ECONNRESET|ECONNABORTED|EPIPE|HPE_INVALID_EOF_STATE|UND_ERR_SOCKET)$/,
    'The connection broke.',
    'passing',
  ],
  [/^(HPE_|UND_ERR_HEADERS_OVERFLOW)/, 'The server does not answer in proper HTTP.', 'lasting'],
  [/^(EPROTO|ERR_SSL_|ERR_TLS_HANDSHAKE)/, 'No secure connection could be made.', 'lasting'],
  [/CERT|UNABLE_TO_|CRL_|HOSTNAME_MISMATCH/, 'The certificate of the host is not valid.', 'lasting'],
];

/** Explains why a guarded request failed, or gives nothing for an error that is not the network's. */
export function explainNetworkError(error: unknown): NetworkError | undefined {
  if (error instanceof AddressRefused) return { inWords: error.message, prospect: 'lasting' };
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'TimeoutError') return { inWords: 'The request took too long.', prospect: 'lasting' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = knownErrors.find(([pattern]) => pattern.test(code));
  return known && { inWords: known[1], prospect: known[2] };
}
