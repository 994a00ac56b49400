import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AddressRefused } from '#lib/net/check-address';
import { guardedAgent } from '#lib/net/guarded-agent';
import { landOn, makeResolver, startServer } from '#e2e/support/net/test-network';

test('an agent refuses literal addresses and ports, for which node asks no resolver', async (t) => {
  const { makeConnector, landings } = landOn(await startServer(t, (_, response) => response.end('reached')));
  const { resolver } = makeResolver({ 'media.test': [['93.184.215.14']] });
  const policy = { allowNetworks: [], allowPorts: [] };
  const agent = guardedAgent({ policy, resolver, makeConnector, connectMs: 1000, maxBytes: 1000 });
  t.after(() => agent.destroy());
  const origins = [
    'http://10.0.0.1',
    'https://127.0.0.1',
    'http://[::1]',
    'http://[::ffff:a00:1]',
    'http://media.test:22',
  ];
  for (const origin of origins) {
    await assert.rejects(agent.request({ origin, path: '/', method: 'GET' }), AddressRefused, origin);
  }
  assert.deepEqual(landings, []);
  const { body } = await agent.request({ origin: 'http://media.test', path: '/', method: 'GET' });
  assert.equal(await body.text(), 'reached');
});
