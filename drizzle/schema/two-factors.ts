import { bigint, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';

/** The authenticator app that an account asks for a code after the password. */
export const twoFactors = pgTable('two_factors', {
  accountId: accountId().primaryKey(),
  /** The TOTP secret, sealed under the installation's secret for this account. */
  sealedSecret: text('sealed_secret').notNull(),
  /** Null until a code has shown that the app has the secret: nothing is asked for before. */
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  /** The time step of the last code that was used: neither it nor an earlier one counts again. */
  lastStep: bigint('last_step', { mode: 'number' }),
});

/** Codes that stand in for the app, of which only the SHA-256 is stored. Using one removes its row. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    accountId: accountId(),
    sha256: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.sha256] })],
);
