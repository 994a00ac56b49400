import assert from 'node:assert/strict';
import { test } from 'node:test';
import { segmentText } from '#lib/transcript/text/segment-text';

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const whole = (segmenter: Intl.Segmenter, text: string) =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

test('a text longer than a part has the words that it has as a whole', () => {
  const chinese = '我们今天去看海，它很美丽。人们说：“这里的风景真好！”他回答说、他没有见过。'.repeat(60);
  assert.deepEqual([...segmentText(words, chinese)], whole(words, chinese));
  const letters = 'e\u0301👩‍👩‍👧हि한'.repeat(400);
  assert.deepEqual([...segmentText(graphemes, letters)], whole(graphemes, letters));
});

for (const [what, text] of [
  ['words without an end', 'ア'.repeat(200_000)],
  ['Khmer', 'ក'.repeat(200_000)],
  ['marks without a letter', '\u0301'.repeat(200_000)],
  ['family after family', '👩‍'.repeat(60_000)],
] as const) {
  test(`a very long text of ${what} is cut in linear time`, () => {
    for (const segmenter of [words, graphemes]) {
      const segments = [...segmentText(segmenter, text)];
      assert.equal(segments.join(''), text);
      assert.ok(segments.every((segment) => segment.length <= 1000 && !/\p{Cs}/u.test(segment)));
    }
  });
}
