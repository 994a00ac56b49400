import assert from 'node:assert/strict';
import test from 'node:test';
import { chooseRendition } from '#lib/media/rendition/choose-rendition';

const sound = {
  ...{ index: 1, codec_type: 'audio', codec_name: 'aac', profile: 'LC', channels: 2, sample_rate: '48000' },
  ...{ bit_rate: '128000', nb_frames: '28125', duration: '600.0', start_time: '0.000000' },
};
const picture = {
  ...{ index: 0, codec_type: 'video', codec_name: 'h264', pix_fmt: 'yuv420p', width: 1280, height: 720 },
  ...{ bit_rate: '2000000', disposition: { attached_pic: 0 } },
};
const format = {
  format_name: 'mov,mp4,m4a,3gp,3g2,mj2',
  start_time: '0.000000',
  bit_rate: '2130000',
};

const choose = (streams: object[], container: object = format) =>
  chooseRendition(JSON.stringify({ streams, format: container }));

/** Returns the first plan, and the picture that is still to be encoded, in short form. */
function first(streams: object[], container: object = format): string {
  const { plans, picture } = choose(streams, container);
  const otherwise = picture === undefined ? 'no' : 'encode';
  const way = plans[0]?.copiedPicture === undefined ? otherwise : 'copy';
  return `${way} picture, ${plans[0]?.audio.way} sound`;
}

test('what plays already is copied; where the copy fails there is sound first, and the picture is encoded', () => {
  const choice = choose([picture, sound]);
  assert.deepEqual(
    choice.plans.map(({ audio, copiedPicture }) => [copiedPicture, audio.way]),
    [
      [0, 'copy'],
      [undefined, 'copy'],
      [undefined, 'encode'],
    ],
  );
  assert.equal(choice.picture?.index, 0);
  assert.deepEqual(
    choice.sound.map(({ index }) => index),
    [1],
  );
});

test('a picture is entered in the middle where its container has times of its own', () => {
  const isSeekable = (name: string) =>
    choose([picture, sound], { ...format, format_name: name }).picture?.isSeekable;
  for (const name of [format.format_name, 'matroska,webm', 'avi', 'mpegts', 'mpeg'])
    assert.equal(isSeekable(name), true, name);
  for (const name of ['ogg', 'flv', 'asf', 'rm']) assert.equal(isSeekable(name), false, name);
});

test('a picture that no browser or no small line can play is encoded', () => {
  for (const change of [
    { codec_name: 'hevc' },
    { pix_fmt: 'yuv420p10le' },
    { pix_fmt: 'yuv444p' },
    { width: 3840, height: 2160 },
    { bit_rate: '20000000' },
  ]) {
    assert.equal(first([{ ...picture, ...change }, sound]), 'encode picture, copy sound');
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

test('of several streams one that plays already is copied alone, and microphones are encoded together', () => {
  const second = { ...sound, index: 2 };
  const chosen = { ...second, disposition: { default: 1 } };
  assert.deepEqual(choose([picture, sound, chosen]).plans[0]?.audio, { way: 'copy', index: 2 });
  const microphones = [sound, second].map((stream) => ({ ...stream, channels: 1 }));
  for (const { audio } of choose([picture, ...microphones]).plans) {
    assert.ok(audio.way === 'encode');
    assert.deepEqual(
      audio.streams.map(({ index }) => index),
      [1, 2],
    );
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
