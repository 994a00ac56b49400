import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findExtraBlanks, isSpacedOut, removeExtraBlanks } from '#lib/transcript/text/extra-blanks';

test('single blanks between characters of scripts without blanks are extra, all others are not', () => {
  for (const [text, written] of [
    ['今 日 は 晴れ です 。', '今日は晴れです。'],
    ['สวัสดี ครับ', 'สวัสดีครับ'],
    ['𠮷 野家', '𠮷野家'],
    ['OpenAI の API', 'OpenAI の API'],
    ['今日  は', '今日  は'],
    ['今日\u3000は', '今日\u3000は'],
    ['the cat', 'the cat'],
    ['안녕 하세요', '안녕 하세요'],
  ] as const) {
    assert.equal(removeExtraBlanks(text), written);
    assert.equal(findExtraBlanks(text).length, text.length - written.length);
  }
});

test('texts with blanks between their words are told from those in which someone set some', () => {
  assert.equal(isSpacedOut(['今日 は 晴れ です。', 'はい。']), true);
  assert.equal(isSpacedOut(['สวัสดี ครับ ผม ชื่อ สมชาย']), true);
  assert.equal(isSpacedOut(['今日は晴れです。']), false);
  assert.equal(isSpacedOut(['สวัสดีครับผมชื่อสมชาย ยินดีที่ได้รู้จักครับ', 'ขอบคุณครับ']), false);
  assert.equal(isSpacedOut(['so it is', '']), false);
});
