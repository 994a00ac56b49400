import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { callbacks } from '#drizzle/schema/callbacks';
import { jobs } from '#drizzle/schema/jobs';
import { pausedUntil, pendingIn, scheduleNext, type DeliveryQueue } from '#lib/callbacks/delivery-queue';
import { givenUpReasons } from '#lib/callbacks/reasons';
import { redactAnswer } from '#lib/callbacks/redact-answer';
import { recordAttempt, type Callback } from '#lib/callbacks/record-attempt';
import { timeoutMs } from '#lib/callbacks/schedule';
import { sendCallback, unsignedAttempt } from '#lib/callbacks/send-callback';
import { sign } from '#lib/callbacks/signing/sign';
import { readSigningSecrets } from '#lib/callbacks/signing/signing-secrets';
import type { Db } from '#lib/db/connect';
import { forgetHeaders, readHeaders } from '#lib/jobs/headers/headers';
import type { Job } from '#lib/jobs/job';
import { log } from '#lib/settings/log';
import { countCallbackAttempt } from '#lib/metrics/metrics';
import { netPolicy } from '#lib/net/net-policy';
import { redactHeaders } from '#lib/net/request-headers';
import { currentTraceparent, withSpan } from '#lib/tracing/with-span';

/** Dependencies of a delivery: the presenter of jobs, the installation's secret, and the stop signal. */
export interface DeliveryOptions {
  present: (job: Job) => unknown;
  secret: string;
  signal: AbortSignal;
}

/** Makes the next due delivery, schedules the following. If interrupted, delivers twice with one `webhook-id`. */
export async function deliverCallbacks(
  db: Db,
  queue: DeliveryQueue,
  { present, secret, signal }: DeliveryOptions,
): Promise<void> {
  if ((await pausedUntil(db, queue)) !== undefined) await giveUpOld(db, queue);
  else {
    const due = await findDue(db, queue);
    if (due !== undefined) return deliver(db, { ...due, queue, present, secret, signal });
  }
  await db.transaction((tx) => scheduleNext(tx, queue));
}

async function findDue(db: Db, queue: DeliveryQueue): Promise<{ callback: Callback; job: Job } | undefined> {
  const [due] = await db
    .select({ callback: callbacks, job: jobs })
    .from(callbacks)
    .innerJoin(jobs, eq(jobs.id, callbacks.jobId))
    .where(and(pendingIn(queue), lte(callbacks.nextTryAt, sql`now()`)))
    .orderBy(asc(callbacks.nextTryAt))
    .limit(1);
  return due;
}

async function deliver(
  db: Db,
  {
    callback,
    job,
    queue,
    present,
    secret,
    signal,
  }: DeliveryOptions & { callback: Callback; job: Job; queue: DeliveryQueue },
): Promise<void> {
  const { id, url } = callback;
  const body = JSON.stringify({ job: present(job) });
  const timestamp = Math.floor(Date.now() / 1000);
  const { accountId } = queue;
  const asked = await readHeaders(db, { jobId: job.id, kind: 'callback' }, secret);
  const secrets = await readSigningSecrets(db, { accountId, secret });
  if (secrets.length === 0) return recordAttempt(db, { callback, queue, attempt: unsignedAttempt() });
  const signed = sign({ id, timestamp, body }, secrets);
  const attempt = await withSpan(
    'POST callback',
    {
      ...{ kind: 'client', parent: callback.traceparent, linkedTo: currentTraceparent() },
      attributes: {
        'http.request.method': 'POST',
        'longhand.job.id': job.id,
        'longhand.callback.id': id,
        'longhand.callback.attempt': callback.triesSinceBegun + 1,
      },
    },
    async ({ traceparent, note, fail }) => {
      const headers = { ...asked, ...signed, ...(traceparent !== undefined && { traceparent }) };
      const made = await sendCallback({ url, body, headers }, { policy: netPolicy(), signal });
      if (made.status !== undefined) note({ 'http.response.status_code': made.status });
      if (made.status === undefined) fail('no_answer');
      else if (made.status < 200 || made.status >= 300) fail(String(made.status));
      return made;
    },
  );
  const { status, durationMs, reason } = attempt;
  countCallbackAttempt(status);
  log().info(
    { callbackId: id, jobId: job.id, status, milliseconds: durationMs, reason },
    'callback attempted',
  );
  const answer = redactAnswer(redactHeaders(attempt.answer, asked));
  await recordAttempt(db, { callback, queue, attempt: { ...attempt, answer } });
}

/** Gives up expired callbacks: while their host is paused, most get no attempt of their own that would do it. */
async function giveUpOld(db: Db, queue: DeliveryQueue): Promise<void> {
  await db.transaction(async (tx) => {
    const givenUp = await tx
      .update(callbacks)
      .set({ state: 'given_up', givenUpBecause: givenUpReasons.unreachable })
      .where(
        and(pendingIn(queue), sql`${callbacks.begunAt} < now() - ${timeoutMs} * interval '1 millisecond'`),
      )
      .returning({ jobId: callbacks.jobId });
    for (const { jobId } of givenUp) await forgetHeaders(tx, { jobId, kind: 'callback' });
  });
}
