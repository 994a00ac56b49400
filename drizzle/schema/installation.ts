import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core';

/** A single row: the facts that all machines of an installation must agree on. */
export const installation = pgTable(
  'installation',
  {
    id: boolean().primaryKey().default(true),
    /** A hash of the secret that sessions and sealed values depend on. */
    secretFingerprint: text('secret_fingerprint').notNull(),
  },
  (table) => [check('installation_one_row', sql`${table.id}`)],
);
