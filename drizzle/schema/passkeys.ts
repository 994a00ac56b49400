import { bigint, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { accountId, accounts } from '#drizzle/schema/accounts';

/** A passkey (WebAuthn credential) that signs in to an account. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text().primaryKey(),
    accountId: accountId(),
    /** The owner's name for it. */
    name: text().notNull(),
    /** In Base64url, as sent by browsers. */
    credentialId: text('credential_id').notNull().unique(),
    /** The COSE key in Base64url. */
    publicKey: text('public_key').notNull(),
    /** The authenticator's signature counter, by which copies are detected. Synced passkeys stay at 0. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: jsonb().$type<string[]>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
  (table) => [index('passkeys_account_id_idx').on(table.accountId)],
);

/** Challenges for passkeys, each signed once, in one browser. The browser's token is stored only as SHA-256. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    sha256: text().primaryKey(),
    challenge: text().notNull(),
    /** The account that a passkey is added to; null for a sign-in. */
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    validUntil: timestamp('valid_until', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('passkey_challenges_account_id_idx').on(table.accountId),
    index('passkey_challenges_valid_until_idx').on(table.validUntil),
  ],
);
