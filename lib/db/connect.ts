import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type postgres from 'postgres';
import * as accounts from '#drizzle/schema/accounts';
import * as apiKeys from '#drizzle/schema/api-keys';
import * as apiRequests from '#drizzle/schema/api-requests';
import * as attempts from '#drizzle/schema/attempts';
import * as auditEvents from '#drizzle/schema/audit-events';
import * as callbacks from '#drizzle/schema/callbacks';
import * as deletedJobs from '#drizzle/schema/deleted-jobs';
import * as idempotencyKeys from '#drizzle/schema/idempotency-keys';
import * as identities from '#drizzle/schema/identities';
import * as installation from '#drizzle/schema/installation';
import * as jobs from '#drizzle/schema/jobs';
import * as ledgerEntries from '#drizzle/schema/ledger-entries';
import * as legalHolds from '#drizzle/schema/legal-holds';
import * as machineTranscripts from '#drizzle/schema/machine-transcripts';
import * as paymentEvents from '#drizzle/schema/payment-events';
import * as payments from '#drizzle/schema/payments';
import * as oneTimeLinks from '#drizzle/schema/one-time-links';
import * as pictureParts from '#drizzle/schema/picture-parts';
import * as recognisedPieces from '#drizzle/schema/recognised-pieces';
import * as reviewedWords from '#drizzle/schema/reviewed-words';
import * as requestCounts from '#drizzle/schema/request-counts';
import * as requestHeaders from '#drizzle/schema/request-headers';
import * as revisions from '#drizzle/schema/revisions';
import * as sessions from '#drizzle/schema/sessions';
import * as shareLinks from '#drizzle/schema/share-links';
import * as signingSecrets from '#drizzle/schema/signing-secrets';
import * as transcriptTexts from '#drizzle/schema/transcript-texts';
import * as workerEngines from '#drizzle/schema/worker-engines';
import { openSql } from '#lib/db/open-sql';

const schema = {
  ...accounts,
  ...apiKeys,
  ...apiRequests,
  ...attempts,
  ...auditEvents,
  ...callbacks,
  ...deletedJobs,
  ...idempotencyKeys,
  ...identities,
  ...installation,
  ...jobs,
  ...ledgerEntries,
  ...legalHolds,
  ...machineTranscripts,
  ...paymentEvents,
  ...payments,
  ...oneTimeLinks,
  ...pictureParts,
  ...recognisedPieces,
  ...reviewedWords,
  ...requestCounts,
  ...requestHeaders,
  ...revisions,
  ...sessions,
  ...shareLinks,
  ...signingSecrets,
  ...transcriptTexts,
  ...workerEngines,
};

/** A database handle. Verbs that take a `Db` join the transaction when given one. */
export type Db = PostgresJsDatabase<typeof schema>;

/** A transaction: what a verb takes when it must not run outside one. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

/** What the connections of our pools are called. */
export const applicationName = 'longhand';

/** An open pool of connections. `close` waits up to five seconds for queries under way. */
export interface Connection {
  db: Db;
  sql: postgres.Sql;
  close: () => Promise<void>;
}

/** Opens a pool of at most `max` connections. Nothing is sent until the first query. */
export function connect(databaseUrl: string, { max = 10 }: { max?: number } = {}): Connection {
  const sql = openSql(databaseUrl, {
    max,
    // The driver's own backoff takes up to 20 s to come back after an outage.
    backoff: () => 0.3,
    onnotice: () => {},
    connection: { application_name: applicationName },
  });
  return { db: drizzle(sql, { schema }), sql, close: () => sql.end({ timeout: 5 }) };
}
