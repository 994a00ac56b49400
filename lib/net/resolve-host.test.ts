import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AddressRefused } from '#lib/net/check-address';
import { hostileAnswers } from '#e2e/support/net/hostile-addresses';
import { resolveHost } from '#lib/net/resolve-host';

const policy = { allowNetworks: [], allowPorts: [] };

test('a name is refused when a single one of its addresses is not public, and the message hides that address', async () => {
  for (const [name, answers] of Object.entries(hostileAnswers)) {
    const resolver = () => Promise.resolve(answers);
    await assert.rejects(resolveHost(name, { policy, resolver }), (error: Error) => {
      assert.ok(error instanceof AddressRefused, name);
      assert.equal(error.message, `The host ${name} resolves to an address that is not public.`);
      assert.ok(error.cause instanceof Error, name);
      return true;
    });
  }
});

test('every public address of a name is given, in the order of the resolver', async () => {
  const resolver = () => Promise.resolve(['2606:4700::1111', '1.1.1.1']);
  assert.deepEqual(await resolveHost('example.test', { policy, resolver }), [
    { address: '2606:4700::1111', family: 6 },
    { address: '1.1.1.1', family: 4 },
  ]);
});

test('a name without an address is not found', async () => {
  const resolver = () => Promise.resolve([]);
  await assert.rejects(resolveHost('example.test', { policy, resolver }), { code: 'ENOTFOUND' });
});
