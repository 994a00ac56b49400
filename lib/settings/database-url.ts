import { z } from 'zod';

/* The database's address, with libpq's TLS parameters, which drivers read differently, taken out once here. */

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;

/** Encryption of connections. */
export interface DatabaseTls {
  /** `require` encrypts and verifies nothing; `verify-ca` asks for a certificate of the authority, `verify-full` for one of this host. */
  mode: 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';
  /** The file with the authority's certificate; undefined for those that Node.js knows. */
  rootCertificate: string | undefined;
}

/** The address without its parameters for TLS, and what they mean; the address as it is where it has none. */
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

/** As libpq does: `require` with an authority is `verify-ca`. What prefers to go without gets what prefers to go with it. */
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
