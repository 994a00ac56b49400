import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AddressRefused } from '#lib/net/check-address';
import { explainNetworkError } from '#lib/net/explain-network-error';

const coded = (code: string) => Object.assign(new Error(code), { code });

test('network errors are explained, with whether a retry may help', () => {
  const cases: [Error, string, string][] = [
    [
      new AddressRefused('The address 10.0.0.1 is not public.'),
      'The address 10.0.0.1 is not public.',
      'lasting',
    ],
    [coded('ENOTFOUND'), 'Host not found.', 'passing'],
    [coded('EAI_AGAIN'), 'DNS lookup failed.', 'passing'],
    [coded('UND_ERR_SOCKET'), 'The connection was lost.', 'passing'],
    [coded('HPE_INVALID_EOF_STATE'), 'The connection was lost.', 'passing'],
    [coded('HPE_INVALID_CONSTANT'), "The server's response is not valid HTTP.", 'lasting'],
    [coded('ERR_SSL_WRONG_VERSION_NUMBER'), "A secure connection couldn't be established.", 'lasting'],
    [coded('DEPTH_ZERO_SELF_SIGNED_CERT'), "The host's certificate is not valid.", 'lasting'],
    [coded('ERR_TLS_CERT_ALTNAME_INVALID'), "The host's certificate is not valid.", 'lasting'],
    [coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), "The host's certificate is not valid.", 'lasting'],
  ];
  for (const [error, inWords, prospect] of cases) {
    assert.deepEqual(explainNetworkError(error), { inWords, prospect }, error.message);
  }
});

test('an error that is not the network’s is not explained', () => {
  for (const error of [
    coded('ENOSPC'),
    coded('UND_ERR_INVALID_ARG'),
    new TypeError('defect'),
    'text',
    undefined,
  ]) {
    assert.equal(explainNetworkError(error), undefined);
  }
});
