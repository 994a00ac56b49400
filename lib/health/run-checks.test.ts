import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChecks } from '#lib/health/run-checks';

const fine = { findFault: () => Promise.resolve(undefined), unknown: 'Unknown.' };

test('each check is named, with the reason of its fault', async () => {
  const faulty = { findFault: () => Promise.resolve('The disk is full.'), unknown: 'Unknown.' };
  const broken = {
    findFault: () => Promise.reject(new Error('postgres://user:secret@10.0.0.1')),
    unknown: 'The database is not responding.',
  };
  const run = createChecks({ fine, faulty, broken }, { timeoutMs: 60_000 });
  assert.deepEqual(await run(), {
    fine: { status: 'ok' },
    faulty: { status: 'failed', reason: 'The disk is full.' },
    broken: { status: 'failed', reason: 'The database is not responding.' },
  });
});

test('a check that takes too long fails, does not delay the others, and is not begun twice', async () => {
  let begun = 0;
  let end = (): void => {};
  const slow = {
    findFault: () => {
      begun += 1;
      return new Promise<undefined>((resolve) => {
        end = () => resolve(undefined);
      });
    },
    unknown: 'No answer.',
  };
  const run = createChecks({ slow, fine }, { timeoutMs: 1 });
  const late = { slow: { status: 'failed', reason: 'No answer.' }, fine: { status: 'ok' } };
  assert.deepEqual(await run(), late);
  assert.deepEqual(await run(), late);
  assert.equal(begun, 1);
  end();
  await run();
  await run();
  assert.equal(begun, 2);
});
