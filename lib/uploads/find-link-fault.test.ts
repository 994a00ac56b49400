import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLinkFault } from '#lib/uploads/find-link-fault';

test('the address of a page is refused before it is fetched, with what is needed instead', () => {
  for (const page of [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ',
    'https://open.spotify.com/episode/1',
    'https://example.com/talks/index.html',
    'https://example.com/talk.HTM?id=1',
  ])
    assert.match(findLinkFault(page) ?? '', /is a page.*MP3/s, page);
});

test('what may be a file is left to the server', () => {
  for (const link of [
    'https://example.com/talk.mp3',
    'http://127.0.0.1:9/talk.wav',
    'https://example.com/download?id=7',
    'https://example.com/talk.php?id=7',
    'https://player.vimeo.com/external/7.sd.mp4?s=1',
    'https://zoom.us/rec/download/7',
    'https://drive.google.com/uc?export=download&id=7',
    'https://notyoutube.com/talk',
    'https://cdn.example.com/x.com/talk.flac',
  ])
    assert.equal(findLinkFault(link), undefined, link);
});

test('what is no address is refused', () => {
  for (const text of ['talk.mp3', 'ftp://example.com/talk.mp3', 'javascript:alert(1)'])
    assert.match(findLinkFault(text) ?? '', /https:/, text);
  assert.equal(findLinkFault(''), 'Enter a link to a recording.');
});
