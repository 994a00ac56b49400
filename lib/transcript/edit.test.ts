import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSpokenEdit } from '#e2e/support/transcript/random-changes';
import { toText } from '#lib/transcript/edit';

test('revision 0 is written as its script is', () => {
  const { edit } = toSpokenEdit([
    ['He', 'said', '“so”,', '—', '안녕', '하세요'],
    ['今日', 'は', '晴れ', 'です。', 'OpenAI', 'の', 'API', 'สวัสดี', 'ครับ'],
    [],
  ]);
  assert.deepEqual(
    edit.monologues.map(({ content }) => toText(content)),
    ['He said “so”, — 안녕 하세요', '今日は晴れです。 OpenAI の API สวัสดีครับ', ''],
  );
});
