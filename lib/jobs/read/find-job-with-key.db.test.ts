import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { createApiKey, hashApiKey, revokeApiKey } from '#lib/accounts/api-keys/api-keys';
import type { Db } from '#lib/db/connect';
import { findJobWithKey } from '#lib/jobs/read/find-job-with-key';
import { getJob } from '#lib/jobs/read/get-job';

async function makeKey(db: Db, accountId: string, mode: 'live' | 'test' = 'live') {
  const { id, apiKey } = await createApiKey(db, {
    ...{ accountId, name: 'a key', mode, scope: 'read', expiresAt: null },
  });
  return { id, sha256: hashApiKey(apiKey) };
}

test('key and job are found together, as each by itself', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const { id: jobId } = await makeJob(db, accountId);
    const { id, sha256 } = await makeKey(db, accountId);
    const both = await findJobWithKey(db, { sha256, params: { id: jobId } });
    const { isUseToNote, ...key } = both?.key ?? {};
    assert.deepEqual(key, { id, accountId, name: 'a key', mode: 'live', scope: 'read' });
    assert.equal(isUseToNote, true);
    const whole: Record<string, unknown> = await getJob(db, { accountId, jobId });
    for (const [column, value] of Object.entries(both?.found ?? {})) assert.deepEqual(value, whole[column]);
    assert.equal(both?.found?.id, jobId);
  }));

test('with a valid key no job is found that is another account’s, of the other mode, a sample or in the trash', () =>
  withTestTransaction(async (db) => {
    const [accountId, other] = [await makeAccount(db), await makeAccount(db)];
    const { sha256 } = await makeKey(db, accountId);
    const { id: foreign } = await makeJob(db, other);
    const { id: sample } = await makeJob(db, accountId);
    await db.update(jobs).set({ origin: 'sample' }).where(eq(jobs.id, sample));
    const { id: trashed } = await makeJob(db, accountId, { words: 'one two' });
    await db.update(jobs).set({ trashedAt: new Date() }).where(eq(jobs.id, trashed));
    const { id: live } = await makeJob(db, accountId);
    for (const id of [foreign, sample, trashed, 'no-such-job']) {
      const both = await findJobWithKey(db, { sha256, params: { id } });
      assert.deepEqual([both?.key.accountId, both?.found], [accountId, null], id);
    }
    const sandbox = await makeKey(db, accountId, 'test');
    const both = await findJobWithKey(db, { ...sandbox, params: { id: live } });
    assert.deepEqual([both?.key.mode, both?.found], ['test', null]);
  }));

test('without a valid key nothing is found', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const params = { id: (await makeJob(db, accountId)).id };
    const { id: keyId, sha256 } = await makeKey(db, accountId);
    await revokeApiKey(db, { accountId, keyId });
    assert.equal(await findJobWithKey(db, { sha256, params }), undefined);
    assert.equal(await findJobWithKey(db, { sha256: hashApiKey('lh_live_no'), params }), undefined);
  }));
