import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAddress } from '#lib/net/check-address';

const nothingAllowed = { allowNetworks: [], allowPorts: [] };

test('addresses of the public internet are accepted', () => {
  const addresses = `
    1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255
    172.15.255.255 172.32.0.0 192.167.255.255 198.17.255.255 198.20.0.0 223.255.255.255 168.63.129.15
    2606:4700:4700::1111 2a00:1450::1 2400::1 2001:4860:4860::8888 2606:4700::5eff:1
    ::ffff:8.8.8.8 64:ff9b::8.8.8.8
  `;
  for (const address of addresses.trim().split(/\s+/))
    assert.equal(checkAddress(address, nothingAllowed), undefined, address);
});

test('a refusal names the address in words for people', () => {
  assert.equal(checkAddress('10.0.0.1', nothingAllowed), 'The address 10.0.0.1 is not public.');
});

test('a network that the operator allows is accepted, and nothing beside it', () => {
  const policy = { allowNetworks: ['10.1.0.0/16', 'fd12::/16'], allowPorts: [] };
  for (const inside of ['10.1.0.0', '10.1.255.255', 'fd12::1']) {
    assert.equal(checkAddress(inside, policy), undefined, inside);
  }
  for (const outside of ['10.0.255.255', '10.2.0.0', 'fd13::1', '127.0.0.1', '::1']) {
    assert.notEqual(checkAddress(outside, policy), undefined, outside);
  }
});

test('an allowed IPv4 network is allowed in its mapped and translated forms only', () => {
  const policy = { allowNetworks: ['10.0.0.0/8'], allowPorts: [] };
  assert.equal(checkAddress('::ffff:10.0.0.1', policy), undefined);
  assert.equal(checkAddress('64:ff9b::10.0.0.1', policy), undefined);
  for (const address of ['2002:a00:1::1', '::10.0.0.1', '64:ff9b:1::10.0.0.1', '2606:4700::5efe:10.0.0.1']) {
    assert.notEqual(checkAddress(address, policy), undefined, address);
  }
});

test('what is no IP address is refused, and a network that is none is thrown', () => {
  for (const text of ['', 'example.com', '127.1', '2130706433', '0x7f000001', '[::1]']) {
    assert.notEqual(
      checkAddress(text, { allowNetworks: ['0.0.0.0/0', '::/0'], allowPorts: [] }),
      undefined,
      text,
    );
  }
  assert.throws(() => checkAddress('10.0.0.1', { allowNetworks: ['10.0.0.0/99'], allowPorts: [] }));
});
