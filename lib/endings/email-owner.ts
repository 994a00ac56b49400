import { and, eq, isNotNull, ne, or, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { jobs } from '#drizzle/schema/jobs';
import type { Tx } from '#lib/db/connect';
import { explainFailure } from '#lib/jobs/failures/explain-failure';
import { failedEmail, transcribedEmail } from '#lib/mail/email-templates';
import { withLocale } from '#lib/messages/with-locale';
import { enqueue } from '#lib/queue/enqueue';
import { env } from '#lib/settings/env';

/** After a day, the owner has seen it on the site. */
const giveUpAfterMs = 24 * 3600_000;

/** The recipient of an email about a job's end. */
export interface Recipient {
  email: string;
  language: string | null;
  jobId: string;
  name: string;
}

/**
 * Finds the recipient of an email about this job's end; undefined if its owner doesn't want one, no mail server is
 * configured, or the job is in the sandbox or the free sample. Must be called before the job ends, which may return the
 * sample.
 */
export async function findRecipient(tx: Tx, { jobId }: { jobId: string }): Promise<Recipient | undefined> {
  if (env().mail === undefined) return undefined;
  const [recipient] = await tx
    .select({
      email: accounts.email,
      language: accounts.language,
      jobId: sql<string>`coalesce(${jobs.recognizes}, ${jobs.id})`,
      name: jobs.name,
    })
    .from(jobs)
    .innerJoin(accounts, eq(accounts.id, jobs.accountId))
    .where(
      and(
        eq(jobs.id, jobId),
        eq(jobs.mode, 'live'),
        isNotNull(accounts.emailWhenDone),
        or(eq(accounts.emailWhenDone, 'all'), eq(jobs.origin, 'site')),
        or(sql`${accounts.sampleJobId} is null`, ne(accounts.sampleJobId, jobs.id)),
      ),
    );
  return recipient;
}

/** Emails that a job has ended, with the reason if it failed, once the transaction commits. */
export async function emailOwner(
  tx: Tx,
  { email: to, language, jobId, name }: Recipient,
  ending: { failureDetail: string } | undefined,
): Promise<void> {
  const { baseUrl } = env();
  const message = withLocale(language ?? 'en', () =>
    ending === undefined
      ? transcribedEmail({ to, name, jobId, baseUrl })
      : failedEmail({ to, name, reason: explainFailure(ending.failureDetail), baseUrl }),
  );
  const giveUpAt = new Date(Date.now() + giveUpAfterMs).toISOString();
  await enqueue(tx, 'send-mail', { ...message, giveUpAt });
}
