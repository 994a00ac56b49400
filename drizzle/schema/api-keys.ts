import { index, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';

/** The environment of a key: `live` keys cost money, `test` keys use the sandbox. Neither sees the other's jobs. */
export const apiMode = pgEnum('api_mode', ['live', 'test']);

/** The permissions of a key. Each includes the ones before it. */
export const apiKeyScope = pgEnum('api_key_scope', ['read', 'submit', 'everything']);

/** A credential of the API. The key itself is shown once and never stored: only its SHA-256 in hexadecimal. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text().primaryKey(),
    accountId: accountId(),
    name: text().notNull(),
    sha256: text().notNull().unique(),
    mode: apiMode().notNull().default('live'),
    scope: apiKeyScope().notNull().default('everything'),
    lastFour: text('last_four').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Null for never. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    /** Accurate to about a minute. */
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (table) => [index('api_keys_account_id_idx').on(table.accountId)],
);
