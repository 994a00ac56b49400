import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { auditEvents } from '#drizzle/schema/audit-events';
import { jobs } from '#drizzle/schema/jobs';
import { isRefusal } from '#e2e/support/is-refusal';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { readAudit } from '#e2e/support/read-audit';
import { keysToRemove, listJobIds } from '#e2e/support/read-rows';
import { sharedDatabase } from '#e2e/support/shared-database';
import { waitFor } from '#e2e/support/wait';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { deleteAccount } from '#lib/accounts/delete-account';
import { setRetention } from '#lib/accounts/settings/retention';
import { commandLine } from '#lib/audit/actor';
import { listEvents } from '#lib/audit/list-events';
import type { Connection, Db } from '#lib/db/connect';
import { deleteJob } from '#lib/jobs/delete-job';
import { applyRetention } from '#lib/jobs/retention/apply-retention';
import { emptyTrash, purgeTrash, restoreJobs, trashJobs, listTrash } from '#lib/jobs/trash/trash-jobs';
import { placeLegalHold, releaseLegalHold, listLegalHolds, readHeld } from '#lib/legal-holds/legal-holds';
import { Refusal } from '#lib/refusal';

const by = commandLine;
const reason = 'Case 2026-114';
const isHeld = isRefusal('legal-hold');
const files = { mediaKey: 'm', renditionKey: 'r', renditionType: 'audio/mp4', peaksKey: 'p' } as const;

/** Backdates everything of the account, so that it has expired. */
async function expire(db: Db, accountId: string): Promise<void> {
  await setRetention(db, { accountId, keepOriginalsDays: 1, keepMediaDays: 2, keepJobsDays: 3 });
  const longAgo = sql`now() - interval '30 days'`;
  await db.update(jobs).set({ endedAt: longAgo }).where(eq(jobs.accountId, accountId));
  await db
    .update(jobs)
    .set({ trashedAt: longAgo })
    .where(sql`${jobs.accountId} = ${accountId} and ${jobs.trashedAt} is not null`);
}

test('nothing of an account under a legal hold is deleted or expires, and all of it goes as asked once that is released', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    await makeJob(db, accountId, { id: 'kept', words: 'evidence', ...files });
    await makeJob(db, accountId, { id: 'trashed', words: 'evidence, too' });
    await makeJob(db, accountId, { id: 'sandbox', mode: 'test', status: 'failed', mediaKey: null });
    await placeLegalHold(db, { accountId, reason, by });
    // Hiding destroys nothing.
    await trashJobs(db, { accountId, jobIds: ['trashed'] });
    await expire(db, accountId);

    await assert.rejects(deleteJob(db, { accountId, jobId: 'kept' }), isHeld);
    await assert.rejects(deleteJob(db, { accountId, jobId: 'trashed', within: 'trash' }), isHeld);
    await assert.rejects(deleteJob(db, { accountId, jobId: 'sandbox', mode: 'test' }), isHeld);
    await assert.rejects(deleteJob(db, { accountId, jobId: 'none' }), isRefusal('job-not-found'));
    await assert.rejects(emptyTrash(db, { accountId }), isHeld);
    await assert.rejects(deleteAccount(db, { accountId, password: '' }), isHeld);
    assert.equal(await purgeTrash(db), 0);
    assert.deepEqual(await applyRetention(db), { jobs: 0, recordings: 0, originals: 0 });
    assert.deepEqual(await listJobIds(db, accountId), ['kept', 'sandbox', 'trashed']);
    assert.deepEqual(await keysToRemove(db), []);
    assert.deepEqual(await restoreJobs(db, { accountId, jobIds: ['trashed'] }), ['trashed']);

    assert.equal(await releaseLegalHold(db, { accountId, by }), true);
    assert.equal(await releaseLegalHold(db, { accountId, by }), false);
    assert.deepEqual(await applyRetention(db), { jobs: 3, recordings: 0, originals: 0 });
    assert.deepEqual(await keysToRemove(db), ['m', 'media-of-trashed', 'p', 'r']);
    await deleteAccount(db, { accountId, password: '' });
    assert.deepEqual(await db.select().from(accounts).where(eq(accounts.id, accountId)), []);
  }));

test('a hold on one transcript keeps it and its account, and nothing else', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    for (const id of ['kept', 'free']) await makeJob(db, accountId, { id, words: 'said', mediaKey: id });
    await placeLegalHold(db, { accountId, jobId: 'kept', reason, by });
    await trashJobs(db, { accountId, jobIds: ['kept', 'free'] });
    const { jobs: trashed, total, free } = await listTrash(db, { accountId, limit: 10 });
    assert.deepEqual([total, free], [2, 1]);
    assert.deepEqual(Object.fromEntries(trashed.map(({ id, goneAt }) => [id, goneAt === null])), {
      free: false,
      kept: true,
    });
    await assert.rejects(deleteJob(db, { accountId, jobId: 'kept', within: 'trash' }), isHeld);
    await assert.rejects(deleteAccount(db, { accountId, password: '' }), isHeld);
    assert.equal(await emptyTrash(db, { accountId }), 1);
    await expire(db, accountId);
    assert.equal(await purgeTrash(db), 0);
    assert.deepEqual(await applyRetention(db), { jobs: 0, recordings: 0, originals: 0 });
    assert.deepEqual(await listJobIds(db, accountId), ['kept']);

    assert.equal(await releaseLegalHold(db, { accountId, by }), false, 'it is not the account’s');
    assert.equal(await releaseLegalHold(db, { accountId, jobId: 'kept', by }), true);
    assert.equal(await purgeTrash(db), 1);
  }));

test('another account, and another’s transcript, is not found', () =>
  withTestTransaction(async (db) => {
    const [accountId, other] = [await makeAccount(db), await makeAccount(db)];
    const { id: theirs } = await makeJob(db, other, { words: 'said' });
    for (const jobId of ['none', theirs]) {
      await assert.rejects(placeLegalHold(db, { accountId, jobId, reason, by }), isRefusal('job-not-found'));
    }
    await assert.rejects(
      placeLegalHold(db, { accountId: 'none', reason, by }),
      isRefusal('account-not-found'),
    );
    for (const bad of ['', '  ', 'x'.repeat(201), 'a\u0000b']) {
      await assert.rejects(
        placeLegalHold(db, { accountId, reason: bad, by }),
        isRefusal('invalid-parameters'),
      );
    }
    assert.deepEqual(await listLegalHolds(db, { accountId }), []);
    await deleteJob(db, { accountId: other, jobId: theirs });
  }));

test('the widest hold is told, a new reason replaces the old one, and the owner’s log says all but why', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const { id: jobId } = await makeJob(db, accountId, { words: 'said', name: 'Board.wav' });
    assert.equal(await readHeld(db, { accountId }), undefined);
    await placeLegalHold(db, { accountId, jobId, reason: ' First ', by });
    assert.equal(await readHeld(db, { accountId }), 'transcripts');
    await placeLegalHold(db, { accountId, reason: 'Second', by });
    assert.equal(await readHeld(db, { accountId }), 'account');
    await placeLegalHold(db, { accountId, reason: 'Third', by });
    assert.deepEqual(
      (await listLegalHolds(db, { accountId })).map((hold) => [hold.jobId, hold.reason]),
      [
        [null, 'Third'],
        [jobId, 'First'],
      ],
    );
    await assert.rejects(deleteJob(db, { accountId, jobId }), {
      reason: { kind: 'legal-hold', held: 'account' },
    });
    await releaseLegalHold(db, { accountId, by });
    await assert.rejects(deleteJob(db, { accountId, jobId }), {
      reason: { kind: 'legal-hold', held: 'job' },
    });
    await releaseLegalHold(db, { accountId, jobId, by });
    assert.deepEqual(await readAudit(db, accountId), [
      'legal_hold.placed by command_line: Board.wav',
      'legal_hold.placed by command_line',
      'legal_hold.placed by command_line',
      'legal_hold.released by command_line',
      'legal_hold.released by command_line: Board.wav',
    ]);
    const reasons = await db
      .select({ why: sql<string>`${auditEvents.details} ->> 'why'` })
      .from(auditEvents)
      .where(eq(auditEvents.action, 'legal_hold.placed'))
      .orderBy(auditEvents.at);
    assert.deepEqual(reasons, [{ why: 'First' }, { why: 'Second' }, { why: 'Third' }]);
    assert.doesNotMatch(JSON.stringify(await listEvents(db, { accountId, limit: 10 })), /First|Second|Third/);
  }));

test('balance, jobs and settings of a held account go on as before', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 500 });
    await placeLegalHold(db, { accountId, reason, by });
    await db.update(accounts).set({ balanceCents: 0 }).where(eq(accounts.id, accountId));
    await makeJob(db, accountId, { words: 'after the hold' });
    await setRetention(db, { accountId, keepOriginalsDays: 1, keepMediaDays: null, keepJobsDays: null });
    assert.equal(await readHeld(db, { accountId }), 'account');
  }));

/* Of two concurrent transactions, the later one waits for the first and sees its result. */

type Step = (db: Db, which: { accountId: string; jobId: string }) => Promise<unknown>;

const place: Step = (db, { accountId }) => placeLegalHold(db, { accountId, reason, by });
const placeOnJob: Step = (db, which) => placeLegalHold(db, { ...which, reason, by });
const remove: Step = (db, which) => deleteJob(db, which);
const removeAccount: Step = (db, { accountId }) => deleteAccount(db, { accountId, password: '' });

/** How `second` ends that meets `first` before that has committed: with what kind of refusal, if any. */
async function race(
  connection: Connection,
  first: Step,
  second: Step,
  prepare: (db: Db, accountId: string) => Promise<void> = () => Promise.resolve(),
): Promise<string | undefined> {
  const { db } = connection;
  const accountId = await makeAccount(db);
  const { id: jobId } = await makeJob(db, accountId, { words: 'said' });
  await prepare(db, accountId);
  const which = { accountId, jobId };
  const { ended } = await db.transaction(async (tx) => {
    await first(tx, which);
    const ended = second(db, which).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Refusal) return error.reason.kind;
        throw error;
      },
    );
    await waitFor('the second to wait', async () => {
      const [waiting] = await db.execute(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      return waiting === undefined ? undefined : true;
    });
    // Not the promise itself, which the transaction would wait for.
    return { ended };
  });
  return ended;
}

for (const [name, first, second, outcome] of [
  ['a deletion that meets a hold on its account is refused', place, remove, 'legal-hold'],
  ['a deletion that meets a hold on its transcript is refused', placeOnJob, remove, 'legal-hold'],
  ['the deletion of an account that meets a hold is refused', place, removeAccount, 'legal-hold'],
  [
    'the deletion of an account that meets a hold on its transcript is refused',
    placeOnJob,
    removeAccount,
    'legal-hold',
  ],
  ['a hold on an account that meets a deletion waits, and keeps the rest', remove, place, undefined],
  ['a hold on a transcript that meets its deletion finds none', remove, placeOnJob, 'job-not-found'],
  ['a hold that meets the deletion of its account finds none', removeAccount, place, 'account-not-found'],
] as const) {
  test(name, async () => {
    const connection = await sharedDatabase();
    try {
      assert.equal(await race(connection, first, second), outcome);
    } finally {
      await connection.close();
    }
  });
}

test('retention that meets a hold removes nothing of its account', async () => {
  const connection = await sharedDatabase();
  try {
    const retain: Step = async (db) => {
      assert.deepEqual(await applyRetention(db), { jobs: 0, recordings: 0, originals: 0 });
    };
    const prepare = async (db: Db, accountId: string) => {
      await expire(db, accountId);
      await setRetention(db, { accountId, keepOriginalsDays: null, keepMediaDays: 2, keepJobsDays: null });
    };
    assert.equal(await race(connection, place, retain, prepare), undefined);
    assert.deepEqual(await keysToRemove(connection.db), []);
  } finally {
    await connection.close();
  }
});

test('what a verb would forget, the database refuses', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const { id: jobId } = await makeJob(db, accountId, { words: 'said' });
    await placeLegalHold(db, { accountId, jobId, reason, by });
    const isForeignKey = (error: { cause?: { code?: string } }) => error.cause?.code === '23503';
    for (const table of ['jobs', 'accounts']) {
      const id = table === 'jobs' ? jobId : accountId;
      const attempt = db.transaction((tx) =>
        tx.execute(sql`delete from ${sql.identifier(table)} where id = ${id}`),
      );
      await assert.rejects(attempt, isForeignKey);
    }
  }));
