import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerLimits, parseRequestHeaders, redactHeaders } from '#lib/net/request-headers';

const findFaults = (given: unknown) => parseRequestHeaders(given).faults ?? [];

test('headers are read by their names in lower case, without blanks around their values', () => {
  const given = {
    Authorization: ' Bearer a.b.c\t',
    Cookie: 'a=b; c=d',
    'X-Api-Key': '',
    'user-agent': 'Ours/1',
  };
  assert.deepEqual(parseRequestHeaders(given), {
    headers: { authorization: 'Bearer a.b.c', cookie: 'a=b; c=d', 'x-api-key': '', 'user-agent': 'Ours/1' },
  });
  assert.deepEqual(parseRequestHeaders({}), { headers: {} });
});

test('what the connection, the answer and our signatures depend on can’t be set', () => {
  for (const name of [
    ...['Connection', 'Keep-Alive', 'Proxy-Authorization', 'Proxy-Connection', 'TE', 'Trailer'],
    ...['Transfer-Encoding', 'Upgrade', 'HTTP2-Settings', 'Host', 'Expect', 'Accept-Encoding', 'Range'],
    ...['Content-Length', 'content-type', 'Content-Encoding', 'If-Range', 'If-None-Match'],
    ...['Webhook-Id', 'webhook-signature', 'webhook-timestamp', 'traceparent'],
  ]) {
    const [fault = '', ...others] = findFaults({ [name]: 'a' });
    assert.match(fault, /can’t be set\.$/, name);
    assert.deepEqual(others, []);
  }
});

test('what is no header is refused, and no value or strange name is repeated', () => {
  const secret = 'Bearer-hush';
  const bad: unknown[] = [
    ...['text', 7, null, [], [['a', 'b']]],
    ...[{ '': secret }, { 'a b': secret }, { 'a:': secret }, { 'a\r\nb': secret }, { ä: secret }],
    ...[{ [`${secret} x`]: 'authorization' }, { a: `${secret}\r\nx: y` }, { a: `${secret}\n` }],
    ...[
      { a: `${secret}\0` },
      { a: `${secret}ü` },
      { a: 7 },
      { a: null },
      { a: [secret] },
      { a: { b: secret } },
    ],
    ...[{ a: secret, A: secret }],
  ];
  for (const given of bad) {
    const faults = findFaults(given);
    assert.equal(faults.length, 1, JSON.stringify(given));
    assert.ok(!faults.join().toLowerCase().includes('hush'), faults.join());
  }
});

test('headers have bounds, which they may reach', () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, 'a']));
  assert.deepEqual(findFaults(many(headerLimits.count)), []);
  assert.deepEqual(findFaults(many(headerLimits.count + 1)), ['At most 20 headers are allowed.']);
  const long = 'a'.repeat(headerLimits.value);
  assert.deepEqual(findFaults({ a: long }), []);
  assert.equal(findFaults({ a: `${long}a` }).length, 1);
  assert.deepEqual(findFaults({ a: long, b: long }), ['Headers are limited to 8192 characters in total.']);
  assert.deepEqual(findFaults({ ['a'.repeat(headerLimits.name)]: '' }), []);
  assert.equal(findFaults({ ['a'.repeat(headerLimits.name + 1)]: '' }).length, 1);
});

test('an answer that repeats what it was sent is kept without it, also where it is cut off', () => {
  const headers = { authorization: 'Bearer abcdef123456', 'x-team': 'blue' };
  const redact = (text: string) => redactHeaders(text, headers);
  assert.equal(redact('got Bearer abcdef123456!'), 'got [removed]!');
  assert.equal(redact('{"token":"abcdef123456","team":"blue"}'), '{"token":"[removed]","team":"blue"}');
  assert.equal(redact('got Bearer abcdef'), 'got [removed]');
  assert.equal(redact('token abcdef12'), 'token [removed]');
  assert.equal(redact('blue is fine'), 'blue is fine');
  assert.equal(redactHeaders('as it is', {}), 'as it is');
});
