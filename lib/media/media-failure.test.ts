import assert from 'node:assert/strict';
import test from 'node:test';
import { InvalidMedia, looksLikePlaylist, mediaFaults } from '#lib/media/media-failure';

test('an invalid media failure carries words for the customer and a cause for the log', () => {
  const cause = new Error('moov atom not found');
  const failure = new InvalidMedia(mediaFaults.truncated, cause);
  assert.equal(failure.detail, mediaFaults.truncated);
  assert.equal(failure.cause, cause);
});

test('a limit is named in the unit a person would use', () => {
  assert.match(mediaFaults.tooLong(43_200), /longer than the 12 hours/);
  assert.match(mediaFaults.tooLong(5400), /longer than the 90 minutes/);
  assert.match(mediaFaults.tooLong(10), /longer than the 10 seconds/);
});

test('texts that name other files are recognized as playlists', () => {
  const playlists = [
    '#EXTM3U\n#EXTINF:10,\n/etc/passwd\n',
    '\uFEFF\n#EXTM3U\n',
    "ffconcat version 1.0\nfile '/etc/passwd'\n",
    "file 'other.wav'\n",
    '[playlist]\nFile1=x.mp3\n',
    '[Reference]\nRef1=http://x/\n',
    '<ASX version="3.0"><entry/></ASX>',
    '<?xml version="1.0"?>\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011">',
    'v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\n',
    'http://example.com/song.mp3\n',
  ];
  for (const text of playlists) assert.ok(looksLikePlaylist(text), text);
});

test('other texts are not called playlists', () => {
  for (const text of ['', 'Dear Sir,', '<html>', 'RIFF', 'files are below']) {
    assert.equal(looksLikePlaylist(text), false, text);
  }
});
