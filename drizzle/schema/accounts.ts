import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

/** An account's role: an `operator` runs the installation. */
export const accountRole = pgEnum('account_role', ['member', 'operator']);

/** Owners of keys, balances and jobs. `balance_cents` is the available balance and always equals the ledger's sum. */
export const accounts = pgTable(
  'accounts',
  {
    id: text().primaryKey(),
    email: text().notNull(),
    role: accountRole().notNull().default('member'),
    /** True if the address is known to be the owner's: only then may a provider's identity with it open the account. */
    emailConfirmed: boolean('email_confirmed').notNull().default(true),
    /** The name that others see; null for the address's local part, as in `toDisplayName`. */
    displayName: text('display_name'),
    /** Null for an account that signs in by OpenID Connect and has no password. */
    passwordHash: text('password_hash'),
    balanceCents: bigint('balance_cents', { mode: 'number' })
      .notNull()
      .default(sql`0`),
    /** The job that used the free sample; null while it is available. Deleted jobs count. */
    sampleJobId: text('sample_job_id'),
    /** Days from a job's end to deleting its recording's original, its recording, or the whole job; null for never. */
    keepOriginalsDays: integer('keep_originals_days'),
    keepMediaDays: integer('keep_media_days'),
    keepJobsDays: integer('keep_jobs_days'),
    /** The owner is warned by email below this balance; null for never. */
    warnBelowCents: bigint('warn_below_cents', { mode: 'number' }),
    /** Jobs whose end is emailed to the owner: those submitted on the site, or all; null for none. */
    emailWhenDone: text('email_when_done', { enum: ['site', 'all'] }),
    /** Editor settings changed by the owner, by name. */
    editorSettings: jsonb('editor_settings').$type<Record<string, unknown>>().notNull().default({}),
    /** Words and phrases likely in all of the account's recordings. */
    vocabulary: jsonb().$type<string[]>().notNull().default([]),
    /** The language of pages and emails, as a tag such as `de`; null for the browser's. */
    language: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('accounts_email_key').on(sql`lower(${table.email})`),
    check('accounts_keep_some_days', sql`least(${table.keepMediaDays}, ${table.keepJobsDays}) > 0`),
    check('accounts_keep_originals_some_days', sql`${table.keepOriginalsDays} > 0`),
    check('accounts_balance_not_negative', sql`${table.balanceCents} >= 0`),
  ],
);

/** References the account that a row belongs to, and is deleted with. */
export const accountId = () =>
  text('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });
