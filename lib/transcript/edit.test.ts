import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSpokenEdit } from '#e2e/support/transcript/random-changes';
import { machineEdit, toText } from '#lib/transcript/edit';

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

test('tags of a given text stand in revision 0 as they do in an edit', () => {
  const tag = { text: '[laughs]', startMs: 0, endMs: 0, isTag: true } as const;
  const word = (text: string) => ({ text, startMs: 0, endMs: 0 });
  const { monologues } = machineEdit({
    words: [word('Well,'), tag, word('no.'), tag],
    speakers: [{ id: 0, name: 'Ann' }],
    monologues: [
      { id: 0, speaker: 0, from: 0, to: 3 },
      { id: 1, speaker: 0, from: 3, to: 4 },
    ],
  });
  assert.deepEqual(
    monologues.map(({ content }) => content),
    [[{ text: 'Well, ' }, { tag: '[laughs]' }, { text: ' no.' }], [{ tag: '[laughs]' }]],
  );
});
