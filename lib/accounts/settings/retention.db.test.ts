import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { readRetention, setRetention } from '#lib/accounts/settings/retention';
import { Refusal } from '#lib/refusal';

test('an account keeps everything until it says for how long, and may change its mind', () =>
  withTestTransaction(async (db) => {
    const [accountId, other] = [await makeAccount(db), await makeAccount(db)];
    const forEver = { keepOriginalsDays: null, keepMediaDays: null, keepJobsDays: null };
    assert.deepEqual(await readRetention(db, { accountId }), forEver);
    await setRetention(db, { accountId, keepOriginalsDays: 2, keepMediaDays: 1, keepJobsDays: 3650 });
    assert.deepEqual(await readRetention(db, { accountId }), {
      keepOriginalsDays: 2,
      keepMediaDays: 1,
      keepJobsDays: 3650,
    });
    assert.deepEqual(await readRetention(db, { accountId: other }), forEver);
    await setRetention(db, { accountId, ...forEver });
    assert.deepEqual(await readRetention(db, { accountId }), forEver);
  }));

test('days that are no whole number from 1 to 3650 are refused by name, and nothing is changed', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    await setRetention(db, { accountId, keepOriginalsDays: 5, keepMediaDays: 7, keepJobsDays: 30 });
    for (const days of [0, -1, 1.5, 3651, Number.NaN]) {
      for (const name of ['keepOriginalsDays', 'keepMediaDays', 'keepJobsDays']) {
        const asked = setRetention(db, {
          accountId,
          keepOriginalsDays: 6,
          keepMediaDays: 8,
          keepJobsDays: 31,
          [name]: days,
        });
        await assert.rejects(asked, (error) => {
          assert.ok(error instanceof Refusal && error.reason.kind === 'invalid-parameters');
          assert.deepEqual(Object.keys(error.reason.parameters), [name]);
          return true;
        });
      }
    }
    assert.deepEqual(await readRetention(db, { accountId }), {
      keepOriginalsDays: 5,
      keepMediaDays: 7,
      keepJobsDays: 30,
    });
  }));
