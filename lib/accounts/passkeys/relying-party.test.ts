import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getRelyingParty } from '#lib/accounts/passkeys/relying-party';

test('passkeys are for domains over https, whatever the port, and for localhost', () => {
  for (const [baseUrl, rpId, origin] of [
    ['https://longhand.example', 'longhand.example', 'https://longhand.example'],
    ['https://a.longhand.example:8443/', 'a.longhand.example', 'https://a.longhand.example:8443'],
    ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
  ] as const) {
    assert.deepEqual(getRelyingParty(baseUrl), { rpId, origin });
  }
});

test('neither plain http elsewhere nor an IP address has passkeys', () => {
  for (const baseUrl of [
    'http://longhand.example',
    'http://127.0.0.1:3000',
    'https://192.0.2.1',
    'https://[2001:db8::1]:3000',
    'http://localhost.example',
  ]) {
    assert.equal(getRelyingParty(baseUrl), undefined, baseUrl);
  }
});
