import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkUrl, urlFaults } from '#lib/net/check-url';
import { hostileUrls, notUrls } from '#e2e/support/net/hostile-addresses';

const nothingAllowed = { allowNetworks: [], allowPorts: [] };

test('every hostile URL of the table is refused with a sentence', () => {
  assert.ok(hostileUrls.length >= 60);
  for (const url of [...hostileUrls, ...notUrls]) {
    assert.match(checkUrl(url, nothingAllowed) ?? 'accepted', /^[A-Z].*\.$/, url);
  }
});

test('an address with a NUL is refused, which could not be stored', () => {
  assert.equal(checkUrl('http://example.com/a\0b', nothingAllowed), urlFaults.incomplete);
});

test('names and public addresses are accepted on ports 80 and 443', () => {
  const urls = [
    'http://example.com',
    'https://example.com/a%20b.mp3?x=1#y',
    'https://example.com:443/',
    'http://example.com:443/',
    'https://example.com:80/',
    'http://8.8.8.8/',
    'http://[2606:4700::1111]/',
    'https://münchen.example/ä.mp3',
    'https://localhost.example.com/',
    'https://notlocalhost/',
  ];
  for (const url of urls) assert.equal(checkUrl(url, nothingAllowed), undefined, url);
});

test('ports and ranges that the operator allows are accepted, and the ports beside them refused', () => {
  const policy = { allowNetworks: [], allowPorts: ['8080', '9000-9100'] };
  for (const port of [8080, 9000, 9050, 9100])
    assert.equal(checkUrl(`http://example.com:${port}/`, policy), undefined);
  for (const port of [8079, 8081, 8999, 9101, 22]) {
    assert.equal(checkUrl(`http://example.com:${port}/`, policy), `The port ${port} is not allowed.`);
  }
});

test('localhost is accepted where the operator allows the loopback network', () => {
  assert.equal(checkUrl('http://localhost/', { allowNetworks: ['127.0.0.0/8'], allowPorts: [] }), undefined);
});
