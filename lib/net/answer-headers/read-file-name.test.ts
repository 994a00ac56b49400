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
  ['attachment; filename="=?UTF-8?B?R3LDvMOfZS5tcDM=?="', 'Grüße.mp3'],
  ['attachment; filename="Gr%C3%BC%C3%9Fe%201.mp3"', 'Grüße 1.mp3'],
  ['attachment; filename="50%.mp3"', '50%.mp3'],
  ['attachment; filename=my talk.mp3', 'my talk.mp3'],
  ['attachment; filename="x.mp3", attachment; filename="x.mp3"', 'x.mp3'],
  ['filename="x.mp3"', 'x.mp3'],
  [`attachment; filename*="UTF-8''x%20y.mp3"`, 'x y.mp3'],
  ['attachment; filename*=x%20y.mp3', 'x y.mp3'],
  [`attachment; filename*=utf8''x%20y.mp3`, 'x y.mp3'],
  [`attachment; filename*=Shift_JIS''%83e%83X%83g.mp3`, 'テスト.mp3'],
  [`attachment; filename*=UTF-8''%E9.mp3; filename="x.mp3"`, 'x.mp3'],
  [`attachment; filename*=nonsense''x; filename="x.mp3"`, 'x.mp3'],
  ['attachment; filename="\x83e\x83X\x83g.mp3"', 'テスト.mp3'],
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
