import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from '#drizzle/schema/accounts';
import type { AuditAction, AuditDetails } from '#lib/audit/actions';

/** Actions on an account, with actor and origin. Never contains secrets. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: text().primaryKey(),
    /** The account whose log it is in; null for the installation's, such as of an invitation or a deleted account. */
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** Distinct for events of one transaction. */
    at: timestamp({ withTimezone: true })
      .notNull()
      .default(sql`clock_timestamp()`),
    actorKind: text('actor_kind', {
      enum: ['account', 'api_key', 'operator', 'command_line', 'service', 'anonymous'],
    }).notNull(),
    /** The account or key; null for other kinds. */
    actorId: text('actor_id'),
    /** The account's address or the key's name at that time. */
    actorName: text('actor_name'),
    /** For example `api_key.created`. */
    action: text().$type<AuditAction>().notNull(),
    /** The target and its name at that time. */
    targetId: text('target_id'),
    targetName: text('target_name'),
    details: jsonb().$type<AuditDetails>().notNull().default({}),
    address: text(),
    userAgent: text('user_agent'),
  },
  (table) => [
    index('audit_events_newest_first_idx').on(
      table.accountId,
      table.at.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('audit_events_at_idx').on(table.at, table.id),
  ],
);
