import assert from 'node:assert/strict';
import test from 'node:test';
import { chooseRendition } from '#lib/media/rendition/choose-rendition';

const sound = {
  ...{ index: 1, codec_type: 'audio', codec_name: 'aac', profile: 'LC', channels: 2, sample_rate: '48000' },
  ...{ bit_rate: '128000', nb_frames: '28125', duration: '600.0', start_time: '0.000000' },
};
const picture = {
  ...{ index: 0, codec_type: 'video', codec_name: 'h264', pix_fmt: 'yuv420p', width: 1280, height: 720 },
  ...{ avg_frame_rate: '30000/1001', bit_rate: '2000000', disposition: { attached_pic: 0 } },
};
const format = {
  format_name: 'mov,mp4,m4a,3gp,3g2,mj2',
  start_time: '0.000000',
  bit_rate: '2130000',
};

/** The ways of the first plan, in short. */
function first(streams: object[], container: object = format): string {
  const [plan] = chooseRendition(JSON.stringify({ streams, format: container }));
  return `${plan?.video?.way ?? 'no'} picture, ${plan?.audio.way} sound`;
}

test('what plays already is copied, and encoded where the copy fails, and else gives sound', () => {
  const plans = chooseRendition(JSON.stringify({ streams: [picture, sound], format }));
  assert.deepEqual(
    plans.map(({ audio, video }) => [video?.way, audio.way]),
    [
      ['copy', 'copy'],
      ['encode', 'encode'],
      [undefined, 'encode'],
    ],
  );
});

test('a picture that no browser or no small line can play is encoded', () => {
  for (const change of [
    { codec_name: 'hevc' },
    { pix_fmt: 'yuv420p10le' },
    { pix_fmt: 'yuv444p' },
    { width: 3840, height: 2160 },
    { bit_rate: '20000000' },
  ]) {
    assert.equal(first([{ ...picture, ...change }, sound]), 'encode picture, encode sound');
  }
  const avi = { ...format, format_name: 'avi' };
  assert.equal(first([picture, sound], avi), 'encode picture, encode sound');
});

test('sound with a gap, a late start, or of another kind is encoded', () => {
  for (const change of [
    { nb_frames: '28000' },
    { nb_frames: undefined },
    { start_time: '1.500000' },
    { profile: 'HE-AAC' },
    { codec_name: 'mp3' },
    { channels: 6 },
    { bit_rate: '320000' },
  ]) {
    assert.equal(first([picture, { ...sound, ...change }]), 'copy picture, encode sound');
  }
});

test('a cover, a thumbnail and a picture without size are no picture', () => {
  for (const cover of [
    { ...picture, disposition: { attached_pic: 1 } },
    { ...picture, disposition: { attached_pic: 0, timed_thumbnails: 1 } },
    { ...picture, width: 0 },
  ]) {
    assert.equal(first([cover, sound]), 'no picture, copy sound');
  }
});
