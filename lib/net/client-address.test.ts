import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientAddress, isFromProxy, toNetwork } from '#lib/net/client-address';

const connection = '10.0.0.9';

test('without proxies the header is not believed', () => {
  assert.equal(clientAddress({ connection, forwardedFor: '1.2.3.4', trustedProxies: 0 }), connection);
});

test('behind proxies the address that the first of them saw counts, whatever the client wrote', () => {
  const forwardedFor = '6.6.6.6, 1.2.3.4, 10.0.0.8';
  assert.equal(clientAddress({ connection, forwardedFor, trustedProxies: 1 }), '10.0.0.8');
  assert.equal(clientAddress({ connection, forwardedFor, trustedProxies: 2 }), '1.2.3.4');
});

test('a chain shorter than expected, or with something else in it, gives an address all the same', () => {
  assert.equal(clientAddress({ connection, forwardedFor: undefined, trustedProxies: 2 }), connection);
  assert.equal(clientAddress({ connection, forwardedFor: '1.2.3.4', trustedProxies: 5 }), '1.2.3.4');
  assert.equal(clientAddress({ connection, forwardedFor: 'x'.repeat(99), trustedProxies: 1 }), connection);
});

test('an IPv4 address that came over IPv6 is the same client', () => {
  assert.equal(
    clientAddress({ connection: '::ffff:1.2.3.4', forwardedFor: undefined, trustedProxies: 0 }),
    '1.2.3.4',
  );
});

test('an IPv6 customer counts as one, however many addresses they use', () => {
  assert.equal(toNetwork('2001:db8:1:2::1'), toNetwork('2001:db8:1:2:ffff::7'));
  assert.notEqual(toNetwork('2001:db8:1:2::1'), toNetwork('2001:db8:1:3::1'));
  assert.equal(toNetwork('1.2.3.4'), '1.2.3.4');
});

test('behind proxies in known networks, the last address outside of them is the client’s', () => {
  const trustedProxies = ['10.0.0.0/24', 'fd00::/8'];
  const forwardedFor = '6.6.6.6, 1.2.3.4, fd00::1, 10.0.0.8';
  assert.equal(clientAddress({ connection, forwardedFor, trustedProxies }), '1.2.3.4');
  assert.equal(clientAddress({ connection: '::ffff:10.0.0.9', forwardedFor, trustedProxies }), '1.2.3.4');
  assert.equal(clientAddress({ connection, forwardedFor: '10.0.0.8', trustedProxies }), '10.0.0.8');
  assert.equal(clientAddress({ connection: '9.9.9.9', forwardedFor, trustedProxies }), '9.9.9.9');
});

test('the headers of a connection from elsewhere are not a proxy’s', () => {
  const trustedProxies = ['10.0.0.0/24'];
  assert.equal(isFromProxy({ connection, trustedProxies }), true);
  assert.equal(isFromProxy({ connection: '9.9.9.9', trustedProxies }), false);
  assert.equal(isFromProxy({ connection: undefined, trustedProxies }), false);
  assert.deepEqual(
    [0, 1].map((trustedProxies) => isFromProxy({ connection, trustedProxies })),
    [false, true],
  );
});
