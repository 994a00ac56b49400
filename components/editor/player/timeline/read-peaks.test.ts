import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPeaks } from './read-peaks';

function peaksFile({
  version = 2,
  eightBits = true,
  channels = 1,
  values = [-128, 64, -32, 127],
  points = 2,
}) {
  const file = new DataView(new ArrayBuffer(24 + values.length * (eightBits ? 1 : 2)));
  file.setInt32(0, version, true);
  file.setUint32(4, eightBits ? 1 : 0, true);
  file.setInt32(8, 8000, true);
  file.setInt32(12, 400, true);
  file.setUint32(16, points, true);
  file.setInt32(20, channels, true);
  for (const [i, value] of values.entries()) {
    if (eightBits) file.setInt8(24 + i, value);
    else file.setInt16(24 + i * 2, value, true);
  }
  return file.buffer;
}

test('peaks of 8 and of 16 bits have their lowest and highest values and their points a second', () => {
  const eight = readPeaks(peaksFile({}));
  assert.deepEqual([...(eight?.lowest ?? [])], [-1, -0.25]);
  assert.deepEqual([...(eight?.highest ?? [])], [0.5, Math.fround(127 / 128)]);
  assert.equal(eight?.pointsPerSecond, 20);
  const sixteen = readPeaks(peaksFile({ eightBits: false, values: [-32_768, 16_384], points: 1 }));
  assert.deepEqual([...(sixteen?.lowest ?? [])], [-1]);
  assert.deepEqual([...(sixteen?.highest ?? [])], [0.5]);
});

test('a file that ends too early has the points that are there, and one of another format has none', () => {
  assert.equal(readPeaks(peaksFile({ points: 1000 }))?.highest.length, 2);
  assert.equal(readPeaks(new ArrayBuffer(3)), undefined);
  assert.equal(readPeaks(peaksFile({ version: 1 })), undefined);
  assert.equal(readPeaks(peaksFile({ channels: 2 })), undefined);
});
