import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { attempts } from '#drizzle/schema/attempts';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { countAttempt, forgiveAttempt } from '#lib/api/limits/limit-attempts';
import type { Db } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';

async function isLet(db: Db, address: string, account: string): Promise<boolean> {
  try {
    await countAttempt(db, 'sign-in', { address, account });
    return true;
  } catch (error) {
    assert.ok(error instanceof Refusal && error.reason.kind === 'too-many-requests');
    assert.ok(error.reason.retryAfterSeconds > 0 && error.reason.retryAfterSeconds <= 900);
    return false;
  }
}

test('who guesses at an account has ten attempts, however its address is written; others have theirs', () =>
  withTestTransaction(async (db) => {
    for (let n = 0; n < 10; n++) assert.ok(await isLet(db, '10.0.0.1', 'a@longhand.example'));
    assert.ok(!(await isLet(db, '10.0.0.1', ' A@longhand.example')));
    assert.ok(await isLet(db, '10.0.0.1', 'b@longhand.example'));
    assert.ok(await isLet(db, '10.0.0.99', 'a@longhand.example'));
  }));

test('guessing from many addresses is slowed down, and still locks nobody out', () =>
  withTestTransaction(async (db) => {
    mock.timers.enable({ apis: ['Date'], now: new Date('2026-01-31') });
    try {
      const account = 'hunted@longhand.example';
      for (let n = 0; n < 10; n++)
        for (let k = 0; k < 10; k++) assert.ok(await isLet(db, `10.4.0.${n}`, account));
      // From now on each address has three.
      for (let k = 0; k < 3; k++) assert.ok(await isLet(db, '10.4.1.1', account));
      assert.ok(!(await isLet(db, '10.4.1.1', account)));
      // The owner, with the right password, as often as need be.
      for (let k = 0; k < 5; k++) {
        await countAttempt(db, 'sign-in', { address: '10.4.2.1', account });
        await forgiveAttempt(db, 'sign-in', { address: '10.4.2.1', account });
      }
      mock.timers.tick(901_000);
      for (let k = 0; k < 10; k++) assert.ok(await isLet(db, '10.4.1.1', account));
    } finally {
      mock.timers.reset();
    }
  }));

test('a kind of attempt that mails or reveals something has its limit from wherever it comes', () =>
  withTestTransaction(async (db) => {
    const ask = (n: number) =>
      countAttempt(db, 'mail-request', { address: `10.5.0.${n}`, account: 'mailed@longhand.example' });
    for (let n = 0; n < 4; n++) await ask(n);
    await assert.rejects(ask(9), Refusal);
  }));

test('an address has sixty attempts over all accounts, and then uses up nobody else’s', () =>
  withTestTransaction(async (db) => {
    for (let n = 0; n < 60; n++) assert.ok(await isLet(db, '10.1.0.1', `many${n}@longhand.example`));
    for (let n = 0; n < 20; n++) assert.ok(!(await isLet(db, '10.1.0.1', 'c@longhand.example')));
    assert.ok(await isLet(db, '10.1.0.2', 'c@longhand.example'));
  }));

test('an address without attempts is refused from memory', () =>
  withTestTransaction(async (db) => {
    for (let n = 0; n <= 60; n++) await isLet(db, '10.6.0.1', `many${n}@longhand.example`);
    // Whoever asked the database would now be let.
    await db.delete(attempts);
    assert.ok(!(await isLet(db, '10.6.0.1', 'c@longhand.example')));
    assert.ok(await isLet(db, '10.6.0.2', 'c@longhand.example'));
  }));

test('success frees the account, and gives the address back the one attempt only', () =>
  withTestTransaction(async (db) => {
    for (let n = 0; n < 59; n++) assert.ok(await isLet(db, '10.2.0.1', `some${n}@longhand.example`));
    const own = { address: '10.2.0.1', account: 'own@longhand.example' };
    await countAttempt(db, 'sign-in', own);
    await forgiveAttempt(db, 'sign-in', own);
    assert.ok(await isLet(db, '10.2.0.1', 'd@longhand.example'));
    assert.ok(!(await isLet(db, '10.2.0.1', 'd@longhand.example')));
  }));

test('whoever has no attempt left must wait until the first one is a quarter of an hour old, for an email an hour', () =>
  withTestTransaction(async (db) => {
    mock.timers.enable({ apis: ['Date'], now: new Date('2026-01-31') });
    try {
      for (const [kind, attempts, seconds] of [
        ['sign-in', 10, 900],
        ['mail-request', 4, 3600],
      ] as const) {
        const own = { address: '10.3.0.1', account: 'waits@longhand.example' };
        for (let n = 0; n < attempts; n++) await countAttempt(db, kind, own);
        mock.timers.tick(60_000);
        await assert.rejects(countAttempt(db, kind, own), ({ reason }: Refusal) => {
          assert.deepEqual(reason, { kind: 'too-many-requests', retryAfterSeconds: seconds - 60 });
          return true;
        });
      }
    } finally {
      mock.timers.reset();
    }
  }));
