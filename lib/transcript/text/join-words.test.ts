import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitWords } from '#lib/transcript/text/split-words';
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
    [['他说：', '“你好”——', '我'], '他说：“你好”——我'],
    [['နေကောင်းလား။', 'ကောင်း', 'ပါတယ်။'], 'နေကောင်းလား။ ကောင်းပါတယ်။'],
    [['សួស្តី។', 'សុខ', 'សប្បាយ'], 'សួស្តី។ សុខសប្បាយ'],
    [[], ''],
  ] as const) {
    assert.equal(joinWords(words.map((word) => ({ text: word }))), text);
  }
});

test('where a recognizer wrote it otherwise, its own spacing is kept', () => {
  for (const text of [
    '使用Longhand很好',
    '今年は2026年3月です。',
    '他说：“你好。”',
    'สวัสดีครับ วันนี้อากาศดี',
    'ສະບາຍດີ ມື້ນີ້',
    'မင်္ဂလာပါ၊ ဒီနေ့ ကောင်းတယ်။ ကျေးဇူး',
    'សួស្តី សុខសប្បាយ។ អរគុណ',
    '今日は　晴れ',
    '« Quoi ? » dit-il : non !',
    '«\u00a0Quoi\u202f?\u00a0» dit-il\u00a0: non\u202f!',
    'М.\u00a0Горький — 10\u00a0000 книг',
    'so — yes ( no )',
  ])
    assert.equal(joinWords(splitWords(text)), text);
});
