import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hold } from '#lib/billing/holds/hold';
import { readBalance } from '#lib/billing/read-balance';
import type { Db } from '#lib/db/connect';
import { eq, sum, TransactionRollbackError } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { ledgerEntries } from '#drizzle/schema/ledger-entries';
import { payments } from '#drizzle/schema/payments';
import { makeAccount } from '#e2e/support/make-account';
import { sharedDatabase } from '#e2e/support/shared-database';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { beginPayment, findPayment } from '#lib/billing/payments/begin-payment';
import { bookEvent } from '#lib/billing/payments/book-event';
import { newId } from '#lib/ids/new-id';
import type { PaidEvent, ReturnEvent } from '#lib/billing/payments/payment-event';
import { assertLedgerAddsUp } from '#e2e/support/ledger';
import { auditEvents } from '#drizzle/schema/audit-events';

/* What a provider's events do to a balance, in any order and any number, on a real database. */

let names = 0;

/** Runs the body on a database where events may come at once, with a new account. Ledger and balances agree at its end. */
async function withLedger(body: (db: Db, accountId: string) => Promise<void>): Promise<void> {
  const { db, sql, close } = await sharedDatabase();
  try {
    await body(db, await makeAccount(db));
    await assertLedgerAddsUp(sql);
  } finally {
    await close();
  }
}

/** A payment of this many cents that was begun, and the events that may follow. */
async function begun(db: Db, accountId: string, amountCents: number) {
  const paymentId = await beginPayment(db, { accountId, provider: 'stripe', amountCents });
  const intentReference = `pi_${paymentId}`;
  const paid: PaidEvent = {
    kind: 'paid',
    id: `evt_paid_${paymentId}`,
    provider: 'stripe',
    paymentId,
    intentReference,
    subject: `cs_${paymentId}`,
    amountCents,
  };
  const returned = (kind: ReturnEvent['kind'], subject: string, cents: number): ReturnEvent => ({
    kind,
    id: `evt_${++names}`,
    intentReference,
    subject: `${subject}_${paymentId}`,
    amountCents: cents,
  });
  return { paymentId, paid, returned };
}

const readCents = async (db: Db, accountId: string) => (await readBalance(db, { accountId })).balanceCents;

test('one event that comes ten times at once is credited once', () =>
  withLedger(async (db, accountId) => {
    const { paid } = await begun(db, accountId, 1000);
    await Promise.all(Array.from({ length: 10 }, () => bookEvent(db, paid)));
    assert.equal(await readCents(db, accountId), 1000);
    await bookEvent(db, { ...paid, id: `${paid.id}_again` });
    assert.equal(await readCents(db, accountId), 1000);
  }));

test('payment, refunds and disputes end at the same balance in every order', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const { paid, returned } = await begun(db, accountId, 1000);
    const events = [
      paid,
      returned('refunded', 're_1', 300),
      returned('refunded', 're_2', 200),
      returned('refund_failed', 're_2', 200),
      returned('disputed', 'dp_1', 100),
    ];
    let orders = 0;
    // Orders with the same beginning share it: each event is rolled back before the next one is tried in its stead.
    const bookLeft = async (tx: Db, booked: typeof events): Promise<void> => {
      const left = events.filter((event) => !booked.includes(event));
      for (const event of left) await rolledBack(tx, (inner) => book(inner, [...booked, event]));
    };
    const book = async (tx: Db, booked: typeof events): Promise<void> => {
      await bookEvent(tx, booked.at(-1) ?? paid);
      if (booked.length < events.length) return bookLeft(tx, booked);
      orders += 1;
      const [ledger] = await tx
        .select({ cents: sum(ledgerEntries.amountCents) })
        .from(ledgerEntries)
        .where(eq(ledgerEntries.accountId, accountId));
      const order = booked.map(({ id }) => id).join();
      assert.deepEqual([await readCents(tx, accountId), ledger?.cents], [600, '600'], order);
    };
    await bookLeft(db, []);
    assert.equal(orders, 120);
  }));

/** Runs the work and rolls it back. */
async function rolledBack(db: Db, work: (tx: Db) => Promise<void>): Promise<void> {
  const ended = db.transaction(async (tx) => {
    await work(tx);
    tx.rollback();
  });
  await assert.rejects(ended, TransactionRollbackError);
}

test('payment, refunds and disputes that come all at once end at the same balance too', () =>
  withLedger(async (db, accountId) => {
    for (let round = 1; round <= 20; round++) {
      const { paid, returned } = await begun(db, accountId, 1000);
      const events = [
        returned('refunded', 're_1', 300),
        returned('disputed', 'dp_1', 100),
        paid,
        returned('dispute_won', 'dp_1', 100),
      ];
      await Promise.all([...events, ...events].map((event) => bookEvent(db, event)));
      assert.equal(await readCents(db, accountId), 700 * round);
    }
  }));

test('a payment is booked beside a submission that is under way, which need not wait for it, nor it for that', () =>
  withLedger(async (db, accountId) => {
    const { paid } = await begun(db, accountId, 1000);
    await db.transaction(async (tx) => {
      const jobId = newId();
      const mediaUrl = 'https://a.example/talk.mp3';
      await tx.insert(jobs).values({ id: jobId, accountId, name: 'talk.mp3', mediaUrl, priceCents: 25 });
      await bookEvent(db, paid);
      await hold(tx, { accountId, jobId, amountCents: 25 });
    });
    assert.equal(await readCents(db, accountId), 975);
  }));

test('what a refund finds spent is owed, and taken off the next payment', () =>
  withLedger(async (db, accountId) => {
    const first = await begun(db, accountId, 1000);
    await bookEvent(db, first.paid);
    await db.transaction((tx) => hold(tx, { accountId, jobId: 'spent', amountCents: 800 }));
    await bookEvent(db, first.returned('refunded', 're_1', 1000));
    const owing = await readBalance(db, { accountId });
    assert.deepEqual([owing.balanceCents, owing.owedCents], [0, 800]);
    const second = await begun(db, accountId, 500);
    await bookEvent(db, second.paid);
    assert.equal((await readBalance(db, { accountId })).owedCents, 300);
    const third = await begun(db, accountId, 2000);
    await bookEvent(db, third.paid);
    const clear = await readBalance(db, { accountId });
    assert.deepEqual([clear.balanceCents, clear.owedCents], [1700, 0]);
    await bookEvent(db, first.returned('refund_failed', 're_1', 1000));
    assert.equal(await readCents(db, accountId), 2700);
  }));

test('refunds of two payments at once take what is left between them, and all the rest is owed', () =>
  withLedger(async (db) => {
    for (let round = 0; round < 10; round++) {
      const accountId = await makeAccount(db);
      const both = [await begun(db, accountId, 1000), await begun(db, accountId, 1000)];
      for (const { paid } of both) await bookEvent(db, paid);
      await db.transaction((tx) => hold(tx, { accountId, jobId: `spent${round}`, amountCents: 1500 }));
      await Promise.all(both.map(({ returned }) => bookEvent(db, returned('refunded', 're_1', 1000))));
      const { balanceCents, owedCents } = await readBalance(db, { accountId });
      assert.deepEqual([balanceCents, owedCents], [0, 1500]);
    }
  }));

test('another amount, another provider and another checkout than begun are not credited', () =>
  withLedger(async (db, accountId) => {
    const before = await readCents(db, accountId);
    const { paid, paymentId } = await begun(db, accountId, 1000);
    await bookEvent(db, { ...paid, id: 'evt_wrong_1', amountCents: 100_000 });
    await bookEvent(db, { ...paid, id: 'evt_wrong_2', provider: 'test' });
    await bookEvent(db, { ...paid, id: 'evt_wrong_3', paymentId: 'no-such-payment' });
    await db.update(payments).set({ checkoutReference: 'cs_begun' }).where(eq(payments.id, paymentId));
    await bookEvent(db, { ...paid, id: 'evt_wrong_4', subject: 'cs_other' });
    assert.equal(await readCents(db, accountId), before);
    assert.equal((await findPayment(db, { accountId, paymentId }))?.paidAt, null);
    await bookEvent(db, { ...paid, subject: 'cs_begun' });
    assert.equal(await readCents(db, accountId), before + 1000);
  }));

test('payments and what is returned of them are in the log, once each', () =>
  withLedger(async (db, accountId) => {
    const { paid, returned } = await begun(db, accountId, 1000);
    const refund = returned('refunded', 're', 400);
    for (const event of [paid, paid, refund, refund]) await bookEvent(db, event);
    await bookEvent(db, returned('refund_failed', 're', 400));
    const events = await db.select().from(auditEvents).where(eq(auditEvents.accountId, accountId));
    assert.deepEqual(
      events
        .filter(({ action }) => action.startsWith('payment.'))
        .toSorted((a, b) => a.at.getTime() - b.at.getTime())
        .map(({ action, actorKind, details }) => [action, actorKind, details.amountCents]),
      [
        ['payment.received', 'service', 1000],
        ['payment.returned', 'service', -400],
        ['payment.returned', 'service', 400],
      ],
    );
  }));
