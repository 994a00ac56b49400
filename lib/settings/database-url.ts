import { z } from 'zod';

/* Splits libpq's TLS parameters from the database's URL, because drivers interpret them differently. */

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;

/** Encryption of database connections. */
export interface DatabaseTls {
  /** `require` doesn't verify; `verify-ca` requires a certificate of the authority, `verify-full` one of this host. */
  mode: 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';
  /** The file with the authority's certificate; undefined for Node.js's built-in authorities. */
  rootCertificate: string | undefined;
}

/** Returns the URL without its TLS parameters, and their meaning; the unchanged URL if it has none. */
export function splitDatabaseUrl(databaseUrl: string): { url: string; tls?: DatabaseTls } {
  const url = new URL(databaseUrl);
  const { searchParams } = url;
  const given = searchParams.get('sslmode');
  const root = searchParams.get('sslrootcert') || undefined;
  if (given === null && root === undefined) return { url: databaseUrl };
  for (const name of ['sslmode', 'sslrootcert', 'uselibpqcompat']) searchParams.delete(name);
  const isSystem = root === 'system';
  const mode = modes.find((mode) => mode === given) ?? (isSystem ? 'verify-full' : 'prefer');
  return {
    url: url.href,
    tls: { mode: strengthen(mode, root), rootCertificate: isSystem ? undefined : root },
  };
}

/** Like libpq, `require` with an authority means `verify-ca`. `allow`, which prefers plain text, becomes `prefer`. */
function strengthen(mode: (typeof modes)[number], root: string | undefined): DatabaseTls['mode'] {
  if (mode === 'allow') return 'prefer';
  return mode === 'require' && root !== undefined ? 'verify-ca' : mode;
}

/** The setting DATABASE_URL. */
export const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
  .superRefine((text, context) => {
    const fault = findFault(text);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  });

function findFault(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { searchParams } = new URL(text);
  const mode = searchParams.get('sslmode');
  const root = searchParams.get('sslrootcert');
  if (mode !== null && !modes.some((known) => known === mode)) {
    return `sslmode must be one of ${modes.join(', ')}`;
  }
  if (root === 'system' && mode !== null && mode !== 'verify-full') {
    return 'sslrootcert=system needs sslmode=verify-full';
  }
  if (mode === 'verify-ca' && !root) return 'sslmode=verify-ca needs sslrootcert, the file of an authority';
  return undefined;
}
