import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { eq, isNull, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { jobs } from '#drizzle/schema/jobs';
import { oneTimeLinks } from '#drizzle/schema/one-time-links';
import { sessions } from '#drizzle/schema/sessions';
import { isRefusal } from '#e2e/support/is-refusal';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { makeOperatorAccount } from '#e2e/support/operator/make-operator-account';
import { addTasks, readTasks } from '#e2e/support/operator/add-tasks';
import { sharedDatabase } from '#e2e/support/shared-database';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { createFirstAccount } from '#lib/accounts/create-account';
import { invite, readInvitation } from '#lib/accounts/invite';
import { listTransactions } from '#lib/billing/ledger/list-transactions';
import type { Tx } from '#lib/db/connect';
import { adjustBalance, readAccountSummary, searchAccounts } from '#lib/operator/accounts';
import { listFailedJobs, retryFailedJob } from '#lib/operator/failed-jobs';
import { createInvitation, listInvitations, withdrawInvitation } from '#lib/operator/invitations';
import { listLegalHolds, placeLegalHold, releaseLegalHold } from '#lib/operator/legal-holds';
import { readOverview } from '#lib/operator/read-overview';
import { addOperator, ensureOperator, makeOperator, removeOperator } from '#lib/operator/set-role';
import { countTasks, dropTask, listTasks, runTaskNow } from '#lib/operator/tasks';
import { diskStorage } from '#lib/storage/disk-storage';
import type { Storage } from '#lib/storage/storage';
import { auditEvents } from '#drizzle/schema/audit-events';
import { owner as by, readAudit } from '#e2e/support/read-audit';
import { recordEvent } from '#lib/audit/record-events';

const secret = '00'.repeat(32);

const folder = await makeTestFolder();
let storage: Storage;

before(async () => {
  storage = diskStorage(folder);
});

async function listOperators(db: Tx): Promise<string[]> {
  const found = await db
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.role, 'operator'))
    .orderBy(accounts.email);
  return found.map(({ email }) => email);
}

test('whoever is no operator is refused by every verb, and changes nothing', () =>
  withTestTransaction(async (db) => {
    const owner = await makeOperatorAccount(db);
    const operatorId = await makeAccount(db, { email: 'member@longhand.example', balanceCents: 500 });
    const failed = await makeJob(db, owner, { status: 'failed', mediaUrl: 'https://a.example/b.mp3' });
    await invite(db, { email: undefined }, secret);
    const [invitation] = await db.select().from(oneTimeLinks);
    const [task] = await addTasks(db);
    const limit = 10;
    const attempts = [
      () => searchAccounts(db, { operatorId, limit }),
      () => readAccountSummary(db, { operatorId, accountId: owner }),
      () => adjustBalance(db, { operatorId, accountId: operatorId, amountCents: 1, reason: 'mine' }),
      () => addOperator(db, { operatorId, accountId: operatorId }),
      () => removeOperator(db, { operatorId, accountId: owner }),
      () => placeLegalHold(db, { operatorId, accountId: owner, reason: 'mine' }),
      () => releaseLegalHold(db, { operatorId, accountId: owner }),
      () => listLegalHolds(db, { operatorId, accountId: owner }),
      () => createInvitation(db, { operatorId, email: undefined }, secret),
      () => listInvitations(db, { operatorId, limit }, secret),
      () => withdrawInvitation(db, { operatorId, invitationId: invitation?.id ?? '' }),
      () => listFailedJobs(db, { operatorId, limit }),
      () => retryFailedJob(db, { operatorId, jobId: failed.id }, { storage, priceCentsPerMinute: 0 }),
      () => readOverview(db, { operatorId }),
      () => countTasks(db, { operatorId }),
      () => listTasks(db, { operatorId, limit }),
      () => runTaskNow(db, { operatorId, taskId: task ?? '' }),
      () => dropTask(db, { operatorId, taskId: task ?? '' }),
    ];
    for (const attempt of attempts) await assert.rejects(attempt(), isRefusal('operator-only'));
    assert.deepEqual(await listOperators(db), ['operator@longhand.example']);
    const counts = [await db.$count(oneTimeLinks), await db.$count(jobs), (await readTasks(db)).length];
    assert.deepEqual(counts, [1, 1, 3]);
  }));

test('operators name and remove others and themselves, and one is always left', () =>
  withTestTransaction(async (db) => {
    const first = await makeOperatorAccount(db, 'a@longhand.example');
    const second = await makeAccount(db, { email: 'b@longhand.example' });
    await assert.rejects(
      removeOperator(db, { operatorId: first, accountId: first }),
      isRefusal('invalid-parameters'),
    );
    await addOperator(db, { operatorId: first, accountId: second });
    assert.deepEqual(await listOperators(db), ['a@longhand.example', 'b@longhand.example']);
    await removeOperator(db, { operatorId: first, accountId: first });
    assert.deepEqual(await listOperators(db), ['b@longhand.example']);
    await assert.rejects(
      makeOperator(db, { email: 'nobody@longhand.example' }),
      isRefusal('account-not-found'),
    );
  }));

test('of two operators who remove each other at once one is left', async () => {
  const { db, close } = await sharedDatabase();
  try {
    const ids = [];
    for (const email of ['a@longhand.example', 'b@longhand.example']) {
      ids.push(await makeAccount(db, { email }));
      await makeOperator(db, { email });
    }
    const [first = '', second = ''] = ids;
    await Promise.allSettled([
      removeOperator(db, { operatorId: first, accountId: second }),
      removeOperator(db, { operatorId: second, accountId: first }),
    ]);
    assert.equal(await db.$count(accounts, eq(accounts.role, 'operator')), 1);
  } finally {
    await close();
  }
});

test('the first account is an operator’s, also in an installation older than the role', () =>
  withTestTransaction(async (db) => {
    await createFirstAccount(db);
    await db.update(accounts).set({ createdAt: sql`now() - interval '1 day'` });
    await makeAccount(db);
    assert.deepEqual(await listOperators(db), ['owner@longhand.local']);
    await db.update(accounts).set({ role: 'member' });
    await ensureOperator(db);
    assert.deepEqual(await listOperators(db), ['owner@longhand.local']);
  }));

test('nobody becomes an operator by signing up, whatever the address', () =>
  withTestTransaction(async (db) => {
    const oldest = await makeAccount(db);
    await ensureOperator(db);
    await makeAccount(db, { email: 'owner@longhand.local', emailConfirmed: false });
    await db.delete(accounts).where(eq(accounts.id, oldest));
    await ensureOperator(db);
    assert.deepEqual(await listOperators(db), []);
  }));

test('accounts are found by a part of the address, with what they have and did', () =>
  withTestTransaction(async (db) => {
    const operatorId = await makeOperatorAccount(db);
    const accountId = await makeAccount(db, { email: 'Ann_B@longhand.example', balanceCents: 250 });
    await makeJob(db, accountId, { words: 'one', durationSeconds: 90 });
    await makeJob(db, accountId, { status: 'failed', durationSeconds: 600 });
    await makeJob(db, accountId, { mode: 'test', words: 'one', durationSeconds: 600 });
    await db.insert(sessions).values({ id: 's', accountId, userAgent: '', createdAt: new Date(0) });
    const found = await searchAccounts(db, { operatorId, search: 'ann_b', limit: 10 });
    assert.deepEqual(
      found.map(({ id, balanceCents, jobs, minutes, lastSignInAt }) => [
        id,
        balanceCents,
        jobs,
        minutes,
        lastSignInAt?.getTime(),
      ]),
      [[accountId, 250, 2, 1.5, 0]],
    );
    assert.deepEqual(await searchAccounts(db, { operatorId, search: 'ann%', limit: 10 }), []);
    assert.deepEqual(await readAccountSummary(db, { operatorId, accountId }), found[0]);
    assert.equal(await readAccountSummary(db, { operatorId, accountId: 'none' }), undefined);
    // A browser that has signed out again is in the audit log alone.
    await recordEvent(db, { accountId, action: 'session.created', by: undefined });
    await recordEvent(db, { accountId, action: 'session.ended', by: undefined });
    await db.delete(sessions);
    const later = await readAccountSummary(db, { operatorId, accountId });
    assert.ok((later?.lastSignInAt?.getTime() ?? 0) > 0);
    const [first] = await searchAccounts(db, { operatorId, limit: 1 });
    const second = await searchAccounts(db, { operatorId, after: first?.id, limit: 9 });
    assert.deepEqual(new Set([first?.id, ...second.map(({ id }) => id)]), new Set([accountId, operatorId]));
  }));

test('a balance is changed with a reason, which its owner reads among the transactions', () =>
  withTestTransaction(async (db) => {
    const operatorId = await makeOperatorAccount(db);
    const accountId = await makeAccount(db);
    const adjust = (amountCents: number, reason = 'Thanks') =>
      adjustBalance(db, { operatorId, accountId, amountCents, reason });
    assert.equal(await adjust(300, ' Sorry for the wait '), 300);
    assert.equal(await adjust(-100, 'Paid twice'), 200);
    const transactions = await listTransactions(db, { accountId, limit: 9 });
    assert.deepEqual(
      transactions.map(({ kind, amountCents, note }) => [kind, amountCents, note]),
      [
        ['debit', -100, 'Paid twice'],
        ['credit', 300, 'Sorry for the wait'],
      ],
    );
    const faulty = [
      [-201, 'x'],
      [0, 'x'],
      [1, ' '],
      [1, 'x'.repeat(201)],
    ] as const;
    for (const [amountCents, reason] of faulty) {
      await assert.rejects(adjust(amountCents, reason), isRefusal('invalid-parameters'));
    }
    const other = adjustBalance(db, { operatorId, accountId: 'none', amountCents: 1, reason: 'x' });
    await assert.rejects(other, isRefusal('invalid-parameters'));
    assert.equal((await readAccountSummary(db, { operatorId, accountId }))?.balanceCents, 200);
  }));

test('an invitation is listed with its link until it is used, withdrawn or expired', () =>
  withTestTransaction(async (db) => {
    const operatorId = await makeOperatorAccount(db);
    const list = () => listInvitations(db, { operatorId, limit: 10 }, secret);
    const { path } = await createInvitation(db, { operatorId, email: 'new@longhand.example' }, secret);
    const [listed] = await list();
    assert.deepEqual([listed?.email, listed?.path], ['new@longhand.example', path]);
    const [elsewhere] = await listInvitations(db, { operatorId, limit: 10 }, '11'.repeat(32));
    assert.equal(elsewhere?.path, undefined);
    await withdrawInvitation(db, { operatorId, invitationId: listed?.id ?? '' });
    assert.deepEqual(await list(), []);
    const token = path.slice('/sign-up?invitation='.length);
    assert.equal(await readInvitation(db, { token }), undefined);

    await createInvitation(db, { operatorId, email: undefined }, secret);
    await db.update(oneTimeLinks).set({ validUntil: sql`now()` });
    assert.deepEqual(await list(), []);
    const taken = createInvitation(db, { operatorId, email: 'Operator@longhand.example' }, secret);
    await assert.rejects(taken, isRefusal('invalid-parameters'));
  }));

test('a link to a new password is no invitation that could be withdrawn', () =>
  withTestTransaction(async (db) => {
    const operatorId = await makeOperatorAccount(db);
    await db.insert(oneTimeLinks).values({
      id: 'reset',
      kind: 'reset',
      accountId: operatorId,
      sha256: 'x',
      validUntil: sql`now() + interval '1 hour'`,
    });
    await withdrawInvitation(db, { operatorId, invitationId: 'reset' });
    assert.equal(await db.$count(oneTimeLinks), 1);
    assert.deepEqual(await listInvitations(db, { operatorId, limit: 10 }, secret), []);
  }));

test('failed jobs of all accounts are listed with their cause and not with what they are about', () =>
  withTestTransaction(async (db) => {
    const operatorId = await makeOperatorAccount(db);
    const accountId = await makeAccount(db, { email: 'ann@longhand.example' });
    const at = (seconds: number) => ({ status: 'failed', endedAt: new Date(seconds * 1000) }) as const;
    await makeJob(db, accountId, { id: 'old', ...at(1) });
    await makeJob(db, accountId, {
      id: 'new',
      ...at(2),
      name: 'secret.wav',
      metadata: 'secret',
      mediaUrl: 'https://secret.example/',
    });
    await makeJob(db, accountId, { id: 'sandbox', ...at(3), mode: 'test' });
    await makeJob(db, accountId, { id: 'canceled', ...at(4), canceledAt: new Date() });
    await makeJob(db, accountId, { id: 'done', words: 'secret' });
    const listed = await listFailedJobs(db, { operatorId, limit: 10 });
    assert.deepEqual(
      listed.map(({ id, email, failure, failureDetail }) => [id, email, failure, failureDetail]),
      [
        ['new', 'ann@longhand.example', 'unspecified', 'It failed.'],
        ['old', 'ann@longhand.example', 'unspecified', 'It failed.'],
      ],
    );
    assert.doesNotMatch(JSON.stringify(listed), /secret/);
    const rest = await listFailedJobs(db, { operatorId, after: 'new', limit: 10 });
    assert.deepEqual(
      rest.map(({ id }) => id),
      ['old'],
    );
  }));

test('a failed job of another account is submitted again as that account’s', () =>
  withTestTransaction(async (db) => {
    const operatorId = await makeOperatorAccount(db);
    const accountId = await makeAccount(db, { balanceCents: 500 });
    const options = { storage, priceCentsPerMinute: 25 };
    const failed = await makeJob(db, accountId, { status: 'failed', mediaUrl: 'https://a.example/b.mp3' });
    const sandbox = await makeJob(db, accountId, { status: 'failed', mode: 'test' });
    await retryFailedJob(db, { operatorId, jobId: failed.id }, options);
    const again = await db.select().from(jobs).where(eq(jobs.status, 'in_progress'));
    assert.deepEqual(
      again.map(({ accountId: owner, mediaUrl }) => [owner, mediaUrl]),
      [[accountId, 'https://a.example/b.mp3']],
    );
    for (const jobId of [sandbox.id, 'none']) {
      const refused = retryFailedJob(db, { operatorId, jobId }, options);
      await assert.rejects(refused, isRefusal('job-not-found'));
    }
  }));

test('what operators do to an account is in its log, and their invitations are in that of the installation', () =>
  withTestTransaction(async (db) => {
    const operatorId = await makeOperatorAccount(db);
    const operator = { operatorId, by };
    const accountId = await makeAccount(db);
    await adjustBalance(db, { ...operator, accountId, amountCents: 500, reason: 'An outage' });
    for (const _ of [1, 2]) await addOperator(db, { ...operator, accountId });
    await removeOperator(db, { ...operator, accountId });
    assert.deepEqual(await readAudit(db, accountId), [
      'balance.adjusted by operator: An outage',
      'account.role_changed by operator',
      'account.role_changed by operator',
    ]);
    const [event] = await db.select().from(auditEvents).where(eq(auditEvents.action, 'balance.adjusted'));
    assert.deepEqual(
      [event?.actorId, event?.actorName, event?.address],
      [operatorId, 'operator@longhand.example', by.address],
    );
    await invite(db, { email: 'stranger@longhand.example' });
    await createInvitation(db, { ...operator, email: 'ben@longhand.example' }, secret);
    const [invitation] = await db
      .select()
      .from(oneTimeLinks)
      .where(eq(oneTimeLinks.email, 'ben@longhand.example'));
    for (const _ of [1, 2]) await withdrawInvitation(db, { ...operator, invitationId: invitation?.id ?? '' });
    const invitations = await db
      .select()
      .from(auditEvents)
      .where(isNull(auditEvents.accountId))
      .orderBy(auditEvents.at);
    assert.deepEqual(
      invitations.map(({ action, actorName, targetName }) => [action, actorName, targetName]),
      [
        ['invitation.created', 'operator@longhand.example', 'ben@longhand.example'],
        ['invitation.withdrawn', 'operator@longhand.example', 'ben@longhand.example'],
      ],
    );
  }));
