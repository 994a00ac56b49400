import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { countAttempt, forgiveAttempt } from '#lib/api/limit-attempts';
import { Refusal } from '#lib/refusal';

async function isLet(address: string, account: string): Promise<boolean> {
  try {
    await countAttempt('sign-in', { address, account });
    return true;
  } catch (error) {
    assert.ok(error instanceof Refusal && error.reason.kind === 'too-many-requests');
    assert.ok(error.reason.retryAfterSeconds > 0 && error.reason.retryAfterSeconds <= 900);
    return false;
  }
}

test('an account has ten attempts from wherever they come, however its address is written', async () => {
  for (let n = 0; n < 10; n++) assert.ok(await isLet(`10.0.0.${n}`, 'a@longhand.example'));
  assert.ok(!(await isLet('10.0.0.99', ' A@longhand.example')));
  assert.ok(await isLet('10.0.0.99', 'b@longhand.example'));
});

test('an address has sixty attempts over all accounts, and then uses up nobody else’s', async () => {
  for (let n = 0; n < 60; n++) assert.ok(await isLet('10.1.0.1', `many${n}@longhand.example`));
  for (let n = 0; n < 20; n++) assert.ok(!(await isLet('10.1.0.1', 'c@longhand.example')));
  assert.ok(await isLet('10.1.0.2', 'c@longhand.example'));
});

test('success frees the account, and gives the address back the one attempt only', async () => {
  for (let n = 0; n < 59; n++) assert.ok(await isLet('10.2.0.1', `some${n}@longhand.example`));
  const own = { address: '10.2.0.1', account: 'own@longhand.example' };
  await countAttempt('sign-in', own);
  await forgiveAttempt('sign-in', own);
  assert.ok(await isLet('10.2.0.1', 'd@longhand.example'));
  assert.ok(!(await isLet('10.2.0.1', 'd@longhand.example')));
});

test('whoever has no attempt left must wait until the first one is a quarter of an hour old, for an email an hour', async () => {
  mock.timers.enable({ apis: ['Date'], now: new Date('2026-01-31') });
  try {
    for (const [kind, attempts, seconds] of [
      ['sign-in', 10, 900],
      ['mail-request', 4, 3600],
    ] as const) {
      const own = { address: '10.3.0.1', account: 'waits@longhand.example' };
      for (let n = 0; n < attempts; n++) await countAttempt(kind, own);
      mock.timers.tick(60_000);
      await assert.rejects(countAttempt(kind, own), ({ reason }: Refusal) => {
        assert.deepEqual(reason, { kind: 'too-many-requests', retryAfterSeconds: seconds - 60 });
        return true;
      });
    }
  } finally {
    mock.timers.reset();
  }
});
