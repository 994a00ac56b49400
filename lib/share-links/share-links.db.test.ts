import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { shareLinks } from '#drizzle/schema/share-links';
import { testDatabase } from '#e2e/support/test-database';
import { makeAccount } from '#e2e/support/make-account';
import { insertJob, insertTranscribed, refused } from '#e2e/support/transcribed-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { changeShareLink, revokeShareLink } from '#lib/share-links/change-share-link';
import { deleteJob } from '#lib/jobs/delete-job';
import { type LinkLimits, createShareLink } from '#lib/share-links/create-share-link';
import { listAccountShareLinks, listShareLinks } from '#lib/share-links/list-share-links';
import { openShareLink } from '#lib/share-links/open-share-link';
import { hashToken } from '#lib/ids/link-token';
import { editorChannel } from '#lib/events/announce-editor';
import { auditEvents } from '#drizzle/schema/audit-events';
import { owner as by } from '#e2e/support/read-audit';

const soon = new Date('2199-01-01T00:00:00Z');
const past = new Date('2001-01-01T00:00:00Z');

/** Makes the link one whose time is over. */
const expire = (db: Db, linkId: string) =>
  db.update(shareLinks).set({ expiresAt: past }).where(eq(shareLinks.id, linkId));

/** A shared job of a new account, the link, and what names it. */
async function shared(db: Db, limits?: LinkLimits) {
  const job = await insertJob(db);
  const { id: linkId, token } = await createShareLink(db, job, limits);
  return { job, token, link: { accountId: job.accountId, linkId } };
}

test('a link opens its job, without limits for editing and without an end; of its token only the digest is stored', () =>
  withTestTransaction(async (db) => {
    const { job, token, link } = await shared(db);
    const opened = await openShareLink(db, { token });
    assert.equal(opened?.job.id, job.jobId);
    assert.deepEqual(opened?.link, { id: link.linkId, permission: 'edit', expiresAt: null });
    const [row] = await db.select().from(shareLinks);
    assert.ok(row?.sha256 === hashToken(token) && !JSON.stringify(row).includes(token));
    assert.equal(await openShareLink(db, { token: token.toLowerCase() }), undefined);
    const again = await createShareLink(db, job, { permission: 'view', expiresAt: soon });
    const other = await openShareLink(db, { token: again.token });
    assert.deepEqual(other?.link, { id: again.id, permission: 'view', expiresAt: soon });
    assert.ok(await openShareLink(db, { token }), 'earlier ones keep working');
  }));

test('a link that is revoked or past its end, or whose job is deleted, opens nothing', () =>
  withTestTransaction(async (db) => {
    const revoked = await shared(db);
    await revokeShareLink(db, revoked.link);
    const expired = await shared(db);
    await expire(db, expired.link.linkId);
    const deleted = await shared(db);
    await deleteJob(db, deleted.job);
    for (const { token, job, link } of [revoked, expired, deleted]) {
      assert.equal(await openShareLink(db, { token }), undefined);
      assert.deepEqual(await listShareLinks(db, job), []);
      assert.deepEqual(await listAccountShareLinks(db, link), []);
      await refused('link-not-found', () => changeShareLink(db, link, { expiresAt: null }));
    }
  }));

test('a link’s name, permission and end are what its owner last gave', () =>
  withTestTransaction(async (db) => {
    const { job, token, link } = await shared(db, { name: ' Press\u202E ', permission: 'view' });
    const read = async () => {
      const [{ createdAt: _createdAt, lastUsedAt: _lastUsedAt, id: _id, ...limits } = {}] =
        await listShareLinks(db, job);
      return limits;
    };
    assert.deepEqual(await read(), { name: 'Press', permission: 'view', expiresAt: null });
    await changeShareLink(db, link, { expiresAt: soon });
    assert.deepEqual(await read(), { name: 'Press', permission: 'view', expiresAt: soon });
    await changeShareLink(db, link, { name: null, permission: 'edit', expiresAt: null });
    assert.deepEqual(await read(), { name: null, permission: 'edit', expiresAt: null });
    await changeShareLink(db, link, {});
    assert.equal((await openShareLink(db, { token }))?.link.permission, 'edit');
  }));

test('the token of a link is read again under the secret that sealed it, and under no other', () =>
  withTestTransaction(async (db) => {
    const [secret, otherSecret] = ['00'.repeat(32), '11'.repeat(32)];
    const job = await insertJob(db);
    const old = await createShareLink(db, job);
    const { id, token } = await createShareLink(db, job, {}, secret);
    const read = async (under?: string) =>
      new Map((await listShareLinks(db, job, under)).map((link) => [link.id, link.token]));
    assert.deepEqual(
      await read(secret),
      new Map([
        [old.id, undefined],
        [id, token],
      ]),
    );
    assert.deepEqual(
      await read(otherSecret),
      new Map([
        [old.id, undefined],
        [id, undefined],
      ]),
    );
    assert.deepEqual(await read(), await read(otherSecret));
    assert.ok(!JSON.stringify(await db.select().from(shareLinks)).includes(token));
    assert.deepEqual(await listShareLinks(db, { ...job, accountId: await makeAccount(db) }, secret), []);
  }));

test('an end that is past is refused, and nothing changes', () =>
  withTestTransaction(async (db) => {
    const { job, link } = await shared(db);
    const wrong = [past, new Date(Number.NaN)];
    for (const expiresAt of wrong) {
      await refused('invalid-parameters', () => createShareLink(db, job, { expiresAt }));
      await refused('invalid-parameters', () => changeShareLink(db, link, { name: 'New', expiresAt }));
    }
    const links = await listShareLinks(db, job);
    assert.deepEqual(
      links.map(({ id, name, expiresAt }) => ({ id, name, expiresAt })),
      [{ id: link.linkId, name: null, expiresAt: null }],
    );
  }));

test('only the owner shares a job, once it is transcribed, and sees, changes and revokes its links', () =>
  withTestTransaction(async (db) => {
    const { job, token, link } = await shared(db);
    const accountId = await makeAccount(db);
    await refused('job-not-found', () => createShareLink(db, { ...job, accountId }));
    const waiting = await insertJob(db, { status: 'in_progress', endedAt: null });
    await refused('invalid-job-state', () => createShareLink(db, waiting));
    assert.deepEqual(await listShareLinks(db, { ...job, accountId }), []);
    assert.deepEqual(await listAccountShareLinks(db, { accountId }), []);
    await refused('link-not-found', () => changeShareLink(db, { ...link, accountId }, { name: 'Mine' }));
    await revokeShareLink(db, { ...link, accountId });
    assert.ok(await openShareLink(db, { token }));
    for (let time = 0; time < 2; time++) await revokeShareLink(db, link);
    await revokeShareLink(db, { ...link, linkId: 'unknown' });
    assert.equal(await openShareLink(db, { token }), undefined);
  }));

test('the links of a job and of the account are listed newest first', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const [one, two] = [
      await insertJob(db, { accountId, name: 'One' }),
      await insertJob(db, { accountId, name: 'Two' }),
    ];
    for (const [day, [job, name]] of (
      [
        [one, 'a'],
        [two, 'b'],
        [one, 'c'],
      ] as const
    ).entries()) {
      const { id } = await createShareLink(db, job, { name });
      await db
        .update(shareLinks)
        .set({ createdAt: new Date(Date.UTC(2026, 0, day + 1)) })
        .where(eq(shareLinks.id, id));
    }
    const names = (links: Array<{ name: string | null }>) => links.map(({ name }) => name);
    assert.deepEqual(names(await listShareLinks(db, one)), ['c', 'a']);
    const all = await listAccountShareLinks(db, { accountId });
    assert.deepEqual(names(all), ['c', 'b', 'a']);
    assert.deepEqual(
      all.map(({ jobId, jobName }) => [jobId, jobName]),
      [
        [one.jobId, 'One'],
        [two.jobId, 'Two'],
        [one.jobId, 'One'],
      ],
    );
  }));

test('the use of a link is noted every ten minutes at most', () =>
  withTestTransaction(async (db) => {
    const { job, token } = await shared(db);
    const lastUsed = async () => (await listShareLinks(db, job))[0]?.lastUsedAt;
    const usedAgo = (interval: string) =>
      db.update(shareLinks).set({ lastUsedAt: sql`now() - ${interval}::interval` });
    assert.equal(await lastUsed(), null);
    await openShareLink(db, { token });
    const first = await lastUsed();
    assert.ok(first);
    await usedAgo('9 minutes');
    const noted = await lastUsed();
    await openShareLink(db, { token });
    assert.deepEqual(await lastUsed(), noted);
    await usedAgo('11 minutes');
    await openShareLink(db, { token });
    assert.deepEqual(await lastUsed(), first);
  }));

test('open editors learn that a link was changed or revoked, or its job deleted, and nothing else', async (t) => {
  const { db, sql, close } = await testDatabase();
  t.after(close);
  const job = await insertTranscribed(db);
  const payloads: unknown[] = [];
  let wake = (): void => {};
  await sql.listen(editorChannel, (payload) => {
    payloads.push(JSON.parse(payload));
    if (payloads.length === 3) wake();
  });
  const third = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const { id: linkId } = await createShareLink(db, job);
  const link = { accountId: job.accountId, linkId };
  const otherAccount = { ...link, accountId: await makeAccount(db) };
  await changeShareLink(db, link, {});
  await revokeShareLink(db, otherAccount);
  await changeShareLink(db, link, { permission: 'view' });
  await revokeShareLink(db, link);
  await revokeShareLink(db, link);
  await deleteJob(db, job);
  await third;
  const event = { kind: 'access', jobId: job.jobId };
  assert.deepEqual(payloads, [event, event, event]);
});

test('a link is in the log of the job’s owner when it is made, changed and revoked, and its token is not', () =>
  withTestTransaction(async (db) => {
    const job = await insertJob(db);
    const { accountId } = job;
    const { id: linkId, token } = await createShareLink(db, { ...job, by });
    await changeShareLink(db, { accountId, linkId, by }, { permission: 'view' });
    for (const _ of [1, 2]) await revokeShareLink(db, { accountId, linkId, by });
    const events = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.targetId, job.jobId))
      .orderBy(auditEvents.at);
    assert.deepEqual(
      events.map(({ action, actorKind, details }) => [action, actorKind, details]),
      [
        ['share.created', 'account', { permission: 'edit' }],
        ['share.updated', 'account', { permission: 'view' }],
        ['share.revoked', 'account', {}],
      ],
    );
    assert.ok(events.every(({ targetName }) => targetName !== null));
    assert.ok(!JSON.stringify(events).includes(token));
  }));
