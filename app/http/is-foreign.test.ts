import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import { isForeign } from '#app/http/refuse-unreadable';

const own = 'http://own.example';
const ask = (headers: IncomingHttpHeaders, method = 'POST') =>
  isForeign({ method, headers: { host: 'own.example', ...headers } });

test('a page of another site is known by Sec-Fetch-Site, or by Origin where a browser sends no other', () => {
  const foreign: IncomingHttpHeaders[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://own.example.evil.example' },
    { origin: 'http://own.example:81' },
    { 'sec-fetch-site': 'cross-site', origin: own },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-origin, cross-site' },
    { 'sec-fetch-site': '' },
  ];
  for (const headers of foreign) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      assert.ok(ask(headers, method), `${method} ${JSON.stringify(headers)}`);
    for (const method of ['GET', 'HEAD', 'OPTIONS']) assert.ok(!ask(headers, method), method);
  }
});

test('our own pages, and programs, may ask', () => {
  const fine: IncomingHttpHeaders[] = [
    {},
    { origin: own },
    { origin: 'https://public.example', 'x-forwarded-host': 'public.example' },
    { 'sec-fetch-site': 'same-origin' },
    // Behind a proxy that sets its own host, the browser has already compared the origins.
    { 'sec-fetch-site': 'same-origin', origin: 'https://public.example' },
    { 'sec-fetch-site': 'none' },
  ];
  for (const headers of fine) assert.ok(!ask(headers), JSON.stringify(headers));
});

test('an action is held to its origin, as Next does', () => {
  assert.ok(ask({ 'sec-fetch-site': 'same-origin', origin: 'https://public.example', 'next-action': 'x' }));
});
