import { and, eq, exists, like, lt, not, or, sql } from 'drizzle-orm';
import { apiRequests } from '#drizzle/schema/api-requests';
import { auditEvents } from '#drizzle/schema/audit-events';
import { attempts } from '#drizzle/schema/attempts';
import { callbackHosts } from '#drizzle/schema/callbacks';
import { deletedJobs } from '#drizzle/schema/deleted-jobs';
import { emailChanges } from '#drizzle/schema/email-changes';
import { idempotencyKeys } from '#drizzle/schema/idempotency-keys';
import { jobs } from '#drizzle/schema/jobs';
import { oneTimeLinks } from '#drizzle/schema/one-time-links';
import { passkeyChallenges } from '#drizzle/schema/passkeys';
import { pendingLinks } from '#drizzle/schema/pending-links';
import { requestCounts } from '#drizzle/schema/request-counts';
import { sessions } from '#drizzle/schema/sessions';
import { sessionDays } from '#lib/accounts/sessions/begin-session';
import type { Db } from '#lib/db/connect';
import { forgetUnusedHeaders } from '#lib/jobs/headers/headers';
import { pageKeys } from '#lib/jobs/submit/idempotency';
import { isAnythingHeld } from '#lib/legal-holds/legal-holds';
import { env } from '#lib/settings/env';

/**
 * Deletes expired rows: idempotency keys, records of deleted jobs, links without a job, failures of callback hosts,
 * sessions, links to reset a password or sign up, unconfirmed email changes, challenges of passkeys, counts of attempts
 * and requests, the log of API requests after seven days, and the audit log after `auditDays`. An account's two logs are
 * kept while anything of
 * it is under a legal hold.
 */
export async function forgetExpired(db: Db): Promise<void> {
  const aDayAgo = sql`now() - interval '24 hours'`;
  // A key's job may take longer than a day, and is returned for a while after its end. A page may retry a card, or a
  // browser a recording, after weeks.
  const isOfPage = or(
    like(idempotencyKeys.key, `${pageKeys.link}%`),
    like(idempotencyKeys.key, `${pageKeys.upload}%`),
  );
  const pageKeysAgo = sql`now() - make_interval(secs => ${pageKeys.validSeconds})`;
  const hasEnded = and(eq(jobs.id, idempotencyKeys.jobId), lt(jobs.endedAt, aDayAgo));
  await db
    .delete(idempotencyKeys)
    .where(
      and(
        lt(idempotencyKeys.createdAt, aDayAgo),
        or(sql`not ${isOfPage}`, lt(idempotencyKeys.createdAt, pageKeysAgo)),
        exists(db.select({ id: jobs.id }).from(jobs).where(hasEnded)),
      ),
    );
  await db.delete(callbackHosts).where(lt(callbackHosts.pausedUntil, aDayAgo));
  await db.delete(pendingLinks).where(lt(pendingLinks.changedAt, aDayAgo));
  await db.delete(deletedJobs).where(lt(deletedJobs.deletedAt, aDayAgo));
  await db.delete(sessions).where(lt(sessions.createdAt, sql`now() - make_interval(days => ${sessionDays})`));
  await db
    .delete(apiRequests)
    .where(
      and(lt(apiRequests.at, sql`now() - interval '7 days'`), not(isAnythingHeld(apiRequests.accountId))),
    );
  const { auditDays } = env();
  const isOld = lt(auditEvents.at, sql`now() - make_interval(days => ${auditDays})`);
  await db.delete(auditEvents).where(and(isOld, not(isAnythingHeld(auditEvents.accountId))));
  await db.delete(attempts).where(lt(attempts.expire, sql`now()`));
  await db.delete(requestCounts).where(lt(requestCounts.expiresAt, sql`now()`));
  await db.delete(emailChanges).where(lt(emailChanges.validUntil, sql`now()`));
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.validUntil, sql`now()`));
  await forgetUnusedHeaders(db);
  await db.delete(oneTimeLinks).where(lt(oneTimeLinks.validUntil, sql`now()`));
}
