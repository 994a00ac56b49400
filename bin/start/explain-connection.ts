import { Stop } from '#bin/cli-output.mjs';

const connectionCodes = /^(E[A-Z]+|CONNECT_TIMEOUT|CONNECTION_\w+|28\w{3}|3D000|53300)$/;

/** Errors of OpenSSL and Node.js when a connection can't be encrypted as configured. */
const tlsReasons: [code: RegExp, reason: string][] = [
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_(SIGNATURE_FAILURE|UNTRUSTED|REJECTED)|INVALID_CA)$/,
    "its certificate is from an authority this machine doesn't trust. Specify the authority's file with sslrootcert in the address or with NODE_EXTRA_CA_CERTS",
  ],
  [/^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/, 'its certificate is for a different host'],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, 'its certificate has expired or is not yet valid'],
  [/^(ERR_SSL_\w+|ERR_TLS_\w+|ERR_OSSL_\w+)$/, "an encrypted connection can't be established"],
];

/** Explains an error that means the operator's database is unreachable or denies access; undefined for other errors. */
export function explainConnection(error: unknown): Stop | undefined {
  const { code = '', message } = error as { code?: string; message: string };
  if (message?.includes('before secure TLS connection')) {
    return new Stop(
      "DATABASE_URL: the database doesn't accept encrypted connections, which sslmode requires",
      {
        cause: error,
      },
    );
  }
  const [, reason] = tlsReasons.find(([known]) => known.test(code)) ?? [];
  if (reason !== undefined) {
    return new Stop(`DATABASE_URL: the database can't be used: ${reason}`, { cause: error });
  }
  if (!connectionCodes.test(code)) return undefined;
  return new Stop(`DATABASE_URL: the database can't be used (${message || code})`, { cause: error });
}
