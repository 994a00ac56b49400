import { bigint, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';

/** The authenticator app whose code an account requires after the password. */
export const twoFactors = pgTable('two_factors', {
  accountId: accountId().primaryKey(),
  /** The TOTP secret, sealed with the installation's secret for this account. */
  sealedSecret: text('sealed_secret').notNull(),
  /** Null until a code proves that the app has the secret; codes are required from then on. */
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  /** The time step of the last used code: neither it nor earlier ones are valid again. */
  lastStep: bigint('last_step', { mode: 'number' }),
});

/** Codes that replace the app's, stored only as SHA-256. Using one deletes its row. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    accountId: accountId(),
    sha256: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.sha256] })],
);
