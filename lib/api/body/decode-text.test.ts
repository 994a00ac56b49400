import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeText } from '#lib/api/body/read-body';

const json = '{"metadata":"Grüße 🎧"}';

test('a byte order mark is taken off, and tells the encoding', () => {
  const utf16 = Buffer.from(json, 'utf16le');
  const bodies = [
    Buffer.from(json),
    Buffer.from(`\uFEFF${json}`),
    Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
    Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]),
  ];
  for (const body of bodies) assert.equal(decodeText(body), json);
  assert.equal(decodeText(Buffer.from([0xef, 0xbb, 0xbf])), '');
  assert.equal(decodeText(Buffer.alloc(0)), '');
});
