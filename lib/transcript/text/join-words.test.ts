import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinWords } from './join-words';

test('words have a blank between them, but for those of scripts that know none', () => {
  for (const [words, text] of [
    [['Good', 'morning,', 'Zoë.'], 'Good morning, Zoë.'],
    [
      ['東京', '都庁', 'は', '晴れ。', 'コーヒー', '「二つ」', 'で', 'す'],
      '東京都庁は晴れ。コーヒー「二つ」です',
    ],
    [['你好，', '世界！', '再见'], '你好，世界！再见'],
    [['สวัสดี', 'ครับ'], 'สวัสดีครับ'],
    [['OpenAI', 'の', 'API', '2026', '年'], 'OpenAI の API 2026 年'],
    [['안녕하세요', '여러분.'], '안녕하세요 여러분.'],
    [['مرحبا', 'بكم'], 'مرحبا بكم'],
    [['𠮷', '野家'], '𠮷野家'],
    [[], ''],
  ] as const) {
    assert.equal(joinWords(words.map((word) => ({ text: word }))), text);
  }
});
