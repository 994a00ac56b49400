import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { noteClientAddress } from '#app/http/client-address';
import { strictTransport } from '#app/http/content-security';
import { unnamedProxyHeader } from '#lib/net/client-address';
import { parseEnv } from '#lib/settings/env';

const believed = (settings: Record<string, string>, remoteAddress = '10.0.0.9') => {
  const sent = {
    'x-forwarded-for': '1.2.3.4',
    'x-forwarded-host': 'a.example',
    'x-forwarded-proto': 'https',
  };
  const request = { headers: { ...sent }, socket: { remoteAddress } } as unknown as IncomingMessage;
  noteClientAddress(request, parseEnv(settings));
  return [
    request.headers['x-longhand-client-address'],
    request.headers['x-forwarded-host'],
    request.headers['x-forwarded-proto'],
  ];
};

test('X-Forwarded headers are believed only from a trusted proxy', () => {
  assert.deepEqual(believed({}), ['10.0.0.9', undefined, undefined]);
  const networks = { LONGHAND_TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1/32' };
  assert.deepEqual(believed(networks), ['1.2.3.4', 'a.example', 'https']);
  assert.deepEqual(believed(networks, '9.9.9.9'), ['9.9.9.9', undefined, undefined]);
  assert.deepEqual(believed({ LONGHAND_TRUSTED_PROXIES: '1' }), ['1.2.3.4', 'a.example', 'https']);
});

test('what comes from a page of the public address is its own, whatever host an unnamed proxy puts in', () => {
  const hostSeen = (origin: string) => {
    const headers = { origin, host: '127.0.0.1:3000', 'x-forwarded-host': 'a.example' };
    const request = { headers, socket: { remoteAddress: '10.0.0.9' } } as unknown as IncomingMessage;
    noteClientAddress(request, parseEnv({ BASE_URL: 'https://longhand.example' }));
    return request.headers['x-forwarded-host'];
  };
  assert.equal(hostSeen('https://longhand.example'), 'longhand.example');
  assert.equal(hostSeen('https://a.example'), undefined);
  assert.equal(hostSeen('http://longhand.example'), undefined);
});

test('a request through a proxy that is not trusted is known as one, whatever the client says', () => {
  const noted = (headers: Record<string, string>, trusted = '10.0.0.0/8') => {
    const request = { headers, socket: { remoteAddress: '10.0.0.9' } } as unknown as IncomingMessage;
    noteClientAddress(request, parseEnv({ LONGHAND_TRUSTED_PROXIES: trusted }));
    return request.headers[unnamedProxyHeader];
  };
  for (const name of [
    ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-forwarded-server'],
    ...[
      'forwarded',
      'x-forwarded',
      'x-forwarded-by',
      'x-original-forwarded-for',
      'x-real-ip',
      'via',
      'cdn-loop',
    ],
    ...['cf-connecting-ip', 'cf-connecting-ipv6', 'cf-ray', 'cf-visitor', 'true-client-ip', 'fly-client-ip'],
    ...[
      'x-client-ip',
      'x-cluster-client-ip',
      'client-ip',
      'wl-proxy-client-ip',
      'fastly-client-ip',
      'x-azure-clientip',
    ],
    ...[
      'x-azure-socketip',
      'cloudfront-viewer-address',
      'x-amz-cf-id',
      'x-appengine-user-ip',
      'akamai-origin-hop',
    ],
    ...[
      'x-vercel-forwarded-for',
      'x-nf-client-connection-ip',
      'do-connecting-ip',
      'x-envoy-external-address',
    ],
    ...['incap-client-ip', 'x-sucuri-clientip', 'ali-cdn-real-ip', 'proxy-connection', 'x-varnish'],
  ]) {
    assert.equal(noted({ [name]: '10.0.0.1' }, '192.168.0.0/16'), '1', name);
    assert.equal(noted({ [name]: '10.0.0.1' }), undefined, name);
  }
  const direct = { host: 'a', accept: '*/*', 'x-request-id': 'x', 'user-agent': 'via', traceparent: 'x' };
  assert.equal(noted({ ...direct, [unnamedProxyHeader]: '1' }, '192.168.0.0/16'), undefined);
});

test('browsers are told to come by https only where that is the public address', () => {
  assert.equal(strictTransport(parseEnv({ BASE_URL: 'https://longhand.example' })), 'max-age=31536000');
  assert.equal(strictTransport(parseEnv({})), undefined);
});
