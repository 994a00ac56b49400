import assert from 'node:assert/strict';
import { pictureParts } from '#drizzle/schema/picture-parts';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { apiKeys } from '#drizzle/schema/api-keys';
import { apiRequests } from '#drizzle/schema/api-requests';
import { auditEvents } from '#drizzle/schema/audit-events';
import { callbackHosts } from '#drizzle/schema/callbacks';
import { deletedJobs } from '#drizzle/schema/deleted-jobs';
import { idempotencyKeys } from '#drizzle/schema/idempotency-keys';
import { oneTimeLinks } from '#drizzle/schema/one-time-links';
import { sessions } from '#drizzle/schema/sessions';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { forgetExpired } from '#lib/jobs/retention/forget-expired';
import { jobsAtWork } from '#lib/jobs/retention/jobs-at-work';
import { unusedMedia } from '#lib/jobs/retention/unused-media';

/* What the sweep asks of jobs, and the rows that it removes. */

test('what has expired is forgotten, and nothing a moment before', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const { id: jobId } = await makeJob(db, accountId);
    await db.insert(apiKeys).values({ id: 'key', accountId, name: 'key', sha256: 'key', lastFour: 'last' });
    for (const [name, second] of [
      ['expired', 1],
      ['kept', -1],
    ] as const) {
      const ago = (age: string) => sql`now() - ${age}::interval - ${second}::int * interval '1 second'`;
      await db
        .insert(idempotencyKeys)
        .values({ accountId, key: name, requestSha256: '', jobId, createdAt: ago('24 hours') });
      await db
        .insert(deletedJobs)
        .values({ accountId, id: name, createdAt: sql`now()`, deletedAt: ago('24 hours') });
      await db.insert(callbackHosts).values({
        accountId,
        origin: name,
        failuresInARow: 3,
        failedAt: sql`now()`,
        pausedUntil: ago('24 hours'),
      });
      await db.insert(apiRequests).values({
        id: name,
        accountId,
        keyId: 'key',
        at: ago('7 days'),
        method: 'GET',
        path: '/v1/jobs',
        status: 200,
        durationMs: 1,
      });
      await db
        .insert(auditEvents)
        .values({ id: name, accountId, at: ago('365 days'), actorKind: 'service', action: 'trash.emptied' });
      await db.insert(sessions).values({ accountId, id: name, userAgent: '', createdAt: ago('30 days') });
      await db
        .insert(oneTimeLinks)
        .values({ id: name, kind: 'reset', accountId, sha256: name, validUntil: ago('0') });
    }
    await forgetExpired(db);
    const left = [
      await db.select({ name: idempotencyKeys.key }).from(idempotencyKeys),
      await db.select({ name: deletedJobs.id }).from(deletedJobs),
      await db.select({ name: callbackHosts.origin }).from(callbackHosts),
      await db.select({ name: apiRequests.id }).from(apiRequests),
      await db
        .select({ name: auditEvents.id })
        .from(auditEvents)
        .where(eq(auditEvents.action, 'trash.emptied')),
      await db.select({ name: sessions.id }).from(sessions).where(eq(sessions.accountId, accountId)),
      await db.select({ name: oneTimeLinks.sha256 }).from(oneTimeLinks),
    ];
    for (const rows of left) assert.deepEqual(rows, [{ name: 'kept' }]);
  }));

test('media is unused that is no job’s recording, rendition, picture, part of one or waveform', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const rendition = {
      renditionKey: 'r',
      renditionType: 'audio/mp4',
      pictureKey: 'v',
      peaksKey: 'p',
    } as const;
    await makeJob(db, accountId, { id: 'film', mediaKey: 'm', ...rendition });
    await db
      .insert(pictureParts)
      .values({ id: 'part', jobId: 'film', startSeconds: 0, frames: 1, partKey: 'a' });
    assert.deepEqual(await unusedMedia(db, ['m', 'x', 'r', 'v', 'a', 'p', 'y']), ['x', 'y']);
    assert.deepEqual(await unusedMedia(db, []), []);
  }));

test('a job is at work while it is in progress or its rendition or picture is to come, and so is a part of one', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const asked = { words: 'x', renditionAskedAt: new Date() };
    await makeJob(db, accountId, { id: 'running' });
    await makeJob(db, accountId, { id: 'awaited', ...asked });
    await makeJob(db, accountId, { id: 'rendered', ...asked, renditionKey: 'r', renditionType: 'audio/mp4' });
    await makeJob(db, accountId, { id: 'given-up', ...asked, renditionFailure: 'why' });
    await makeJob(db, accountId, { id: 'never-asked', words: 'x' });
    await makeJob(db, accountId, { id: 'failed', status: 'failed' });
    const sound = { ...asked, renditionKey: 's', pictureAskedAt: new Date() };
    await makeJob(db, accountId, { id: 'film', ...sound });
    await makeJob(db, accountId, { id: 'filmed', ...sound, pictureKey: 'v' });
    await makeJob(db, accountId, { id: 'dark', ...sound, pictureFailure: 'why' });
    const part = { jobId: 'film', startSeconds: 0 };
    await db.insert(pictureParts).values([
      { id: 'part', ...part },
      { id: 'encoded', ...part, frames: 0 },
    ]);
    const ids = ['running', 'awaited', 'rendered', 'given-up', 'never-asked', 'failed', 'gone'];
    const films = ['film', 'filmed', 'dark', 'part', 'encoded'];
    assert.deepEqual((await jobsAtWork(db, [...ids, ...films])).toSorted(), [
      'awaited',
      'film',
      'part',
      'running',
    ]);
    assert.deepEqual(await jobsAtWork(db, []), []);
  }));
