import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { makeOperatorAccount } from '#e2e/support/operator/make-operator-account';
import { owner as by, readAudit } from '#e2e/support/read-audit';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { readAccountSummary } from '#lib/operator/accounts';
import { listLegalHolds, placeLegalHold, releaseLegalHold } from '#lib/operator/legal-holds';

test('an operator places, reads and releases legal holds, in their own name', () =>
  withTestTransaction(async (db) => {
    const operatorId = await makeOperatorAccount(db);
    const accountId = await makeAccount(db);
    const { id: jobId } = await makeJob(db, accountId, { words: 'said' });
    const readBadge = async () => (await readAccountSummary(db, { operatorId, accountId }))?.isHeld;
    assert.equal(await readBadge(), false);
    await placeLegalHold(db, { operatorId, by, accountId, jobId, reason: 'A case' });
    assert.equal(await readBadge(), true);
    const holds = await listLegalHolds(db, { operatorId, accountId });
    assert.deepEqual(
      holds.map((hold) => [hold.jobId, hold.reason]),
      [[jobId, 'A case']],
    );
    await releaseLegalHold(db, { operatorId, by, accountId, jobId });
    assert.equal(await readBadge(), false);
    assert.deepEqual(await readAudit(db, accountId), [
      'legal_hold.placed by operator: talk.wav',
      'legal_hold.released by operator: talk.wav',
    ]);
  }));
