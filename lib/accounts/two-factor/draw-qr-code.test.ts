import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from 'uqr';
import { drawQrCode } from '#lib/accounts/two-factor/draw-qr-code';

test('each dark module is drawn once, inside a quiet zone of four', () => {
  const text = 'otpauth://totp/Longhand:ann@longhand.example?secret=GEZDGNBVGY3TQOJQ';
  const { size, path } = drawQrCode(text);
  const drawn = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`);
  const bare = encode(text, { border: 0 });
  const dark = bare.data.flatMap((row, y) => row.flatMap((is, x) => (is ? [`${x + 4} ${y + 4}`] : [])));
  assert.equal(size, bare.size + 8);
  assert.deepEqual(drawn, dark);
});
