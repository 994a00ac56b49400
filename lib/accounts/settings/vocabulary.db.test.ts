import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { readVocabulary, saveVocabulary } from '#lib/accounts/settings/vocabulary';

test('a vocabulary is saved whole, in place of the one before, in this account only', () =>
  withTestTransaction(async (db) => {
    const [accountId, other] = [await makeAccount(db), await makeAccount(db)];
    assert.deepEqual(await readVocabulary(db, { accountId }), []);
    const given = [' Mr.  Dashwood', 'Norland', 'Mr. Dashwood'];
    const saved = await saveVocabulary(db, { accountId, vocabulary: given });
    assert.deepEqual(saved, ['Mr. Dashwood', 'Norland']);
    assert.deepEqual(await readVocabulary(db, { accountId }), saved);
    await saveVocabulary(db, { accountId, vocabulary: ['Barton'] });
    assert.deepEqual(await readVocabulary(db, { accountId }), ['Barton']);
    assert.deepEqual(await readVocabulary(db, { accountId: other }), []);
    await saveVocabulary(db, { accountId, vocabulary: [] });
    assert.deepEqual(await readVocabulary(db, { accountId }), []);
  }));

test('a faulty vocabulary is refused with each faulty phrase, and the one before stays', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    await saveVocabulary(db, { accountId, vocabulary: ['Norland'] });
    await assert.rejects(saveVocabulary(db, { accountId, vocabulary: ['Barton', '', 5] }), {
      reason: {
        kind: 'invalid-parameters',
        parameters: {
          vocabulary: ['Phrase 2: A phrase must not be empty.', 'Phrase 3: A phrase must be a string.'],
        },
      },
    });
    await assert.rejects(saveVocabulary(db, { accountId, vocabulary: undefined }), /vocabulary/);
    assert.deepEqual(await readVocabulary(db, { accountId }), ['Norland']);
  }));
