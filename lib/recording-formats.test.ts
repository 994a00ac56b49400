import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { isAcceptedMediaType } from '#lib/media/media-types';
import {
  findTypeByEnding,
  mayBeRecording,
  recordingEndings,
  recordingFormats,
  undeclaredType,
} from '#lib/recording-formats';

test('each file is sent as a type that the API accepts, or as one that lets its bytes decide', () => {
  for (const [ending, type] of Object.entries(recordingEndings)) {
    assert.ok(type === undeclaredType || isAcceptedMediaType(type), ending);
  }
});

test('no two formats share an ending or a demuxer', () => {
  for (const list of [
    recordingFormats.flatMap(({ endings }) => Object.keys(endings)),
    recordingFormats.flatMap(({ demuxers }) => demuxers),
  ]) {
    assert.deepEqual(list, [...new Set(list)]);
  }
});

test('no demuxer that opens other files or addresses, or reads text, is among them', () => {
  const demuxers = recordingFormats.flatMap(({ demuxers }) => demuxers);
  const others =
    /^(concat|hls|applehttp|dash|imf|image2|image2pipe|.*_pipe|sdp|rtsp|rtp|sap|lavfi|ffmetadata|vobsub|webm_dash_manifest|srt|ass|webvtt|sami|lrc|libopenmpt|libgme|data|raw.*|[fsu](8|16|24|32|64)[bl]?e?)$/;
  for (const demuxer of demuxers) assert.doesNotMatch(demuxer, others);
});

test('the table in docs/formats.md has every format with its endings', async () => {
  const text = await readFile('docs/formats.md', 'utf8');
  const rows = [...text.matchAll(/^\| (?!Format|-)(.+?) +\| (.+?) +\|$/gm)].map(([, name, endings]) => [
    name,
    endings,
  ]);
  const expected = recordingFormats.map(({ name, endings }) => [
    name,
    Object.keys(endings)
      .map((ending) => `\`.${ending}\``)
      .join(' '),
  ]);
  assert.deepEqual(rows, expected);
});

test('the type of a file follows from the ending of its name, whatever its case', () => {
  assert.equal(findTypeByEnding('TALK.M4A'), 'audio/mp4');
  assert.equal(findTypeByEnding('talk.flac'), undeclaredType);
  for (const name of ['talk', 'flac', 'talk.flac.txt', 'x.constructor', '']) {
    assert.equal(findTypeByEnding(name), undefined, name);
  }
});

test('a type says that a file may be a recording, or that it is something else', () => {
  for (const type of ['audio/flac', 'Video/MP2T; x=1', undeclaredType, 'application/ogg']) {
    assert.ok(mayBeRecording(type), type);
  }
  for (const type of ['text/html', 'image/png', 'application/pdf', '', 'audio']) {
    assert.equal(mayBeRecording(type), false, type);
  }
});
