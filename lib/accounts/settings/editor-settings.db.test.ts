import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { readEditorSettings, saveEditorSettings } from '#lib/accounts/settings/editor-settings';
import { Refusal } from '#lib/refusal';

test('of two devices the later one wins, setting by setting, in this account only', () =>
  withTestTransaction(async (db) => {
    const [accountId, other] = [await makeAccount(db), await makeAccount(db)];
    assert.deepEqual(await readEditorSettings(db, { accountId }), {});
    await saveEditorSettings(db, { accountId, patch: { follow: false, skipSeconds: 5 } });
    await saveEditorSettings(db, { accountId, patch: { skipSeconds: 2 } });
    assert.deepEqual(await readEditorSettings(db, { accountId }), { follow: false, skipSeconds: 2 });
    assert.deepEqual(await readEditorSettings(db, { accountId: other }), {});
    await saveEditorSettings(db, { accountId, patch: { snippets: { one: 'First' } } });
    await saveEditorSettings(db, { accountId, patch: { snippets: { two: 'Second' } } });
    assert.deepEqual((await readEditorSettings(db, { accountId }))['snippets'], {
      one: 'First',
      two: 'Second',
    });
  }));

test('settings that would be more than 16 KB together are refused, and those before stay', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const settings = { ownKeys: 'é'.repeat(4000) };
    await saveEditorSettings(db, { accountId, patch: settings });
    const more = saveEditorSettings(db, { accountId, patch: { names: 'é'.repeat(4200) } });
    await assert.rejects(more, Refusal);
    assert.deepEqual(await readEditorSettings(db, { accountId }), settings);
  }));
