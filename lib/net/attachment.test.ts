import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'content-disposition';
import * as fc from 'fast-check';
import { attachment } from '#lib/net/attachment';

test('a plain name is as it was', () => {
  assert.equal(attachment('talk.srt'), 'attachment; filename=talk.srt');
  assert.equal(attachment('two words.srt'), 'attachment; filename="two words.srt"');
});

test('another name is encoded, with an ASCII one beside it', () => {
  for (const [name, expected] of [
    ['Grüße.srt', `filename="Gru_e.srt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.srt`],
    ['🎤.pdf', `filename="_.pdf"; filename*=UTF-8''%F0%9F%8E%A4.pdf`],
    ['50%20off.vtt', `filename="50_20off.vtt"; filename*=UTF-8''50%2520off.vtt`],
    ['a "b".vtt', `filename="a _b_.vtt"; filename*=UTF-8''a%20%22b%22.vtt`],
  ] as const) {
    assert.equal(
      attachment(name).replaceAll(/(filename=)(?!")([^;]+)/g, '$1"$2"'),
      `attachment; ${expected}`,
    );
  }
});

test('control characters, directions and folders are no part of it', () => {
  for (const name of [
    'a\r\nx: y.srt',
    'a\u0000\u0007.srt',
    'a\u202Etrs.exe',
    '../../a\\b.srt',
    'a\ud800.srt',
  ]) {
    const header = attachment(name);
    assert.match(header, /^[\x20-\x7e]+$/, JSON.stringify(name));
    assert.doesNotMatch(header, /%0|%E2%80%AE|[/\\]/, JSON.stringify(name));
  }
});

/** Any character: fast-check's own unit for them builds a table of a million first. */
const character = fc
  .integer({ min: 0, max: 0x10_ff_ff })
  .filter((point) => point < 0xd8_00 || point > 0xdf_ff)
  .map((point) => String.fromCodePoint(point));

test('any name makes a header that is read back as a name', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(fc.string({ minLength: 1, maxLength: 1 }), character), maxLength: 50 }),
      (base) => {
        const header = attachment(`${base}.srt`);
        assert.match(header, /^[\x20-\x7e]+$/);
        assert.doesNotThrow(() => new Headers({ 'content-disposition': header }));
        assert.match(parse(header).parameters['filename'] ?? '', /\.srt$/);
      },
    ),
  );
});
