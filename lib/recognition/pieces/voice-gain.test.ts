import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toVoiceGain } from '#lib/recognition/pieces/voice-gain';

/** Returns levels of 20 ms in dB: half of them voice, half background. */
const levels = (voiceDb: number, backgroundDb: number) =>
  Float32Array.from({ length: 1000 }, (_, at) => (at % 100 < 50 ? voiceDb : backgroundDb));

test('soft voices are amplified to the usual level, by 45 dB at most', () => {
  assert.equal(Math.round(20 * Math.log10(toVoiceGain(levels(-38, -70)))), 20);
  assert.equal(Math.round(20 * Math.log10(toVoiceGain(levels(-70, -90)))), 45);
});

test('ordinary recordings, steady noise, silence and a click are left as they are', () => {
  assert.equal(toVoiceGain(levels(-20, -60)), 1);
  assert.equal(toVoiceGain(levels(-55, -58)), 1);
  assert.equal(toVoiceGain(levels(-90, -90)), 1);
  assert.equal(toVoiceGain(new Float32Array()), 1);
  assert.equal(toVoiceGain(new Float32Array(1000).fill(-70).fill(-30, 10, 15)), 1);
});
