import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseSound, type SoundStream } from '#lib/media/sound/choose-sound';

const stream = (index: number, change: Partial<SoundStream> = {}): SoundStream => ({
  ...{ index, codec_name: 'pcm_s24le', channels: 1 },
  ...change,
});
const stereo = (index: number, change: Partial<SoundStream> = {}) =>
  stream(index, { channels: 2, ...change });
const choose = (...streams: SoundStream[]) => chooseSound(streams).map(({ index }) => index);

test('mono streams are microphones, all of which are heard', () => {
  assert.deepEqual(choose(stream(1), stream(2)), [1, 2]);
  const eight = Array.from({ length: 8 }, (_, index) => stream(index));
  assert.equal(choose(...eight).length, 8);
  const defaults = [
    stream(0, { disposition: { default: 1, dub: 0 } }),
    stream(1, { disposition: { default: 0 } }),
  ];
  assert.deepEqual(choose(...defaults), [0, 1]);
  const tagged = ['eng', 'und', undefined].map((language, index) => stream(index, { tags: { language } }));
  assert.deepEqual(choose(...tagged), [0, 1, 2]);
});

test('of stereo streams, as of a mix and its parts, the default one counts, or else the first', () => {
  assert.deepEqual(choose(stereo(0), stereo(1), stereo(2)), [0]);
  assert.deepEqual(choose(stereo(0), stereo(1, { disposition: { default: 1 } })), [1]);
  assert.deepEqual(choose(stereo(0), stream(1), stream(2)), [0]);
});

test('of versions of the sound, by language or for some of the audience, the default one counts, or else the first', () => {
  const german = { tags: { language: 'ger' } };
  const english = { tags: { language: 'eng' } };
  assert.deepEqual(choose(stream(0, german), stream(1, english)), [0]);
  assert.deepEqual(choose(stream(0, german), stream(1, { ...english, disposition: { default: 1 } })), [1]);
  for (const version of ['comment', 'dub', 'visual_impaired', 'hearing_impaired'])
    assert.deepEqual(choose(stream(0), stream(1, { disposition: { [version]: 1 } })), [0], version);
});

test('streams that can’t be read count only where there is nothing else', () => {
  const unknown = stream(0, { codec_name: undefined, disposition: { default: 1 } });
  assert.deepEqual(choose(unknown, stereo(1)), [1]);
  assert.deepEqual(choose(unknown, stream(1), stream(2)), [1, 2]);
  assert.deepEqual(choose(stream(0), stream(1, { channels: Number.NaN })), [0]);
  assert.deepEqual(choose(unknown), [0]);
  assert.deepEqual(choose(), []);
});
