import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFileName } from '#lib/net/answer-headers/read-file-name';

const cases: [string | undefined, string | undefined][] = [
  [undefined, undefined],
  ['attachment', undefined],
  ['attachment; filename="talk.mp3"', 'talk.mp3'],
  ['inline; filename=talk.mp3', 'talk.mp3'],
  [`attachment; filename="x.mp3"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.mp3`, 'Grüße.mp3'],
  ['attachment; filename="Grüße.mp3"', 'Grüße.mp3'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  [`attachment; filename*=UTF-8''C%3A%5Ctemp%5Ctalk.mp3`, 'talk.mp3'],
  [`attachment; filename*=UTF-8''a%00b%0D%0A.mp3`, 'ab.mp3'],
  ['attachment; filename=".."', undefined],
  ['attachment; filename="/"', undefined],
  ['attachment; filename="', undefined],
  [';;;=', undefined],
];

test('the file name of a Content-Disposition header is its last path segment without control characters', () => {
  for (const [header, name] of cases) assert.equal(readFileName(header), name, header);
});

test('a file name is cut at 255 characters and never inside one', () => {
  const name = readFileName(`attachment; filename*=UTF-8''${encodeURIComponent('🎧'.repeat(300))}`);
  assert.equal(name, '🎧'.repeat(255));
});
