import assert from 'node:assert/strict';
import test from 'node:test';
import { mediaFaults } from '#lib/media/media-failure';
import { readListing } from '#lib/media/probe-media';

const mp3 = [
  'packet|codec_type=audio|stream_index=0|pts_time=98.928000|dts_time=98.928000|duration_time=0.036000',
  'packet|codec_type=audio|stream_index=0|pts_time=98.964000|dts_time=98.964000|duration_time=0.036000|side_data|skip_samples=0|discard_padding=160',
  '',
  'stream|index=0|codec_name=mp3|codec_type=audio|sample_rate=16000|bit_rate=24000|disposition:attached_pic=0',
  'format|format_name=mp3|start_time=0.069000|duration=99.000000|size=297225|probe_score=51',
];

test("the end is the last packet's, without what is discarded and what comes before the start", () => {
  const { end = 0, claimed, format } = readListing(mp3.join('\n'));
  assert.equal(end.toFixed(3), '98.921');
  assert.equal(claimed, 99);
  assert.equal(format, 'mp3');
});

test('a cover picture neither counts as sound nor lengthens the recording', () => {
  const cover = [
    'packet|codec_type=video|stream_index=1|pts_time=5000.0|dts_time=N/A|duration_time=1.0',
    'stream|index=1|codec_name=png|codec_type=video|disposition:attached_pic=1',
  ];
  assert.equal(readListing([...cover, ...mp3].join('\n')).end?.toFixed(3), '98.921');
  const silent = [...cover, 'format|format_name=mp3|duration=99.0|probe_score=51'].join('\n');
  assert.throws(() => readListing(silent), { detail: mediaFaults.noSound });
});

test('what is only known by its name, or not at all, is not media', () => {
  const guess = mp3.join('\n').replace('probe_score=51', 'probe_score=1');
  assert.throws(() => readListing(guess), { detail: mediaFaults.notMedia });
  assert.throws(() => readListing(''), { detail: mediaFaults.notMedia });
});
