import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanName } from '#lib/transcript/clean-name';

test('a name keeps its letters in every script, and loses what disturbs a line', () => {
  const names: Array<[given: string, kept: string]> = [
    ['  Zoë \n Łukasz\t', 'Zoë Łukasz'],
    ['דנה 👩🏽 प्रिया', 'דנה 👩🏽 प्रिया'],
    ['a\u0000\u0007b\ud800c', 'abc'],
    ['\u202Eliam\u202C \u2066x\u2069\u200F\uFEFF', 'liam x'],
    ['<b>&amp;', '<b>&amp;'],
    ['\u200B \u2028', ''],
    ['An\u00ADn\u061C \u3164Mil\u{E0041}ler\u2800\uFFF9', 'Ann Miller'],
    ['❤\uFE0F Ann', '❤\uFE0F Ann'],
    ['\u3164\u2800 \uFE0F\u0301', ''],
    ['👍'.repeat(100), '👍'.repeat(80)],
  ];
  for (const [given, kept] of names) assert.equal(cleanName(given), kept, JSON.stringify(given));
});
