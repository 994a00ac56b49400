import assert from 'node:assert/strict';
import { pictureParts } from '#drizzle/schema/picture-parts';
import { test } from 'node:test';
import { eq, lt, sql } from 'drizzle-orm';
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
import { placeLegalHold } from '#lib/legal-holds/legal-holds';
import { forgetExpired } from '#lib/jobs/retention/forget-expired';
import { jobsAtWork, unusedMedia } from '#lib/jobs/retention/in-use';

/* What the sweep asks of jobs, and the rows that it removes. */

test('what has expired is forgotten, and nothing a moment before', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const { id: jobId } = await makeJob(db, accountId, { status: 'failed', endedAt: new Date(0) });
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

test('the logs of an account stay while anything of it is under a legal hold', () =>
  withTestTransaction(async (db) => {
    const [held, partlyHeld, free] = [await makeAccount(db), await makeAccount(db), await makeAccount(db)];
    const { id: jobId } = await makeJob(db, partlyHeld);
    await placeLegalHold(db, { accountId: held, reason: 'A case', by: undefined });
    await placeLegalHold(db, { accountId: partlyHeld, jobId, reason: 'A case', by: undefined });
    const at = sql`now() - interval '500 days'`;
    for (const accountId of [held, partlyHeld, free]) {
      const id = `old-${accountId}`;
      await db.insert(apiKeys).values({ id, accountId, name: 'key', sha256: id, lastFour: 'last' });
      const request = { method: 'GET', path: '/v1/jobs', status: 200, durationMs: 1 };
      await db.insert(apiRequests).values({ id, accountId, keyId: id, at, ...request });
      await db
        .insert(auditEvents)
        .values({ id, accountId, at, actorKind: 'service', action: 'trash.emptied' });
    }
    await forgetExpired(db);
    const isOld = (at: typeof apiRequests.at | typeof auditEvents.at) =>
      lt(at, sql`now() - interval '400 days'`);
    const requests = await db
      .select({ accountId: apiRequests.accountId })
      .from(apiRequests)
      .where(isOld(apiRequests.at));
    const events = await db
      .select({ accountId: auditEvents.accountId })
      .from(auditEvents)
      .where(isOld(auditEvents.at));
    for (const rows of [requests, events]) {
      assert.deepEqual(new Set(rows.map(({ accountId }) => accountId)), new Set([held, partlyHeld]));
    }
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
    const unused = await unusedMedia(db, ['m', 'x', 'r', 'v', 'a', 'p', 'y']);
    assert.deepEqual(unused.toSorted(), ['x', 'y']);
    assert.deepEqual(await unusedMedia(db, []), []);
    const many = Array.from({ length: 70_000 }, (_, at) => `key-${at}`);
    assert.equal((await unusedMedia(db, ['m', ...many])).length, many.length);
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
