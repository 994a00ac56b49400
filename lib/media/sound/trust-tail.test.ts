import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ScannedSound, ScannedStream } from '#lib/media/sound/scan-sound';
import { trustTail } from '#lib/media/sound/trust-tail';

test('a clock of weeks is not looked at moment by moment, but not believed', async () => {
  const seconds = 2_000_000;
  const stream: Partial<ScannedStream> = {
    packets: 1,
    clock: { stretches: [], rate: 1, isDiscontinuous: false },
    end: seconds,
    timeline: { jumps: [], holes: [] } as unknown as ScannedStream['timeline'],
  };
  const tail: ScannedSound = {
    ...{ formatName: 'matroska,webm', probeScore: 100, start: 0, claimedSeconds: seconds, bytes: 2e9 },
    ...{ isEncrypted: false, streams: [], sound: [stream as ScannedStream] },
  };
  assert.equal(await trustTail(tail, { inputPath: '', input: ['/dev/null'] }), undefined);
});
