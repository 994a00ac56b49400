import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { spreadWords } from '#lib/recognition/words/spread-words';

test('words without times share the piece by their letters', () => {
  assert.deepEqual(spreadWords('He was, “ill-disposed”', { startMs: 1000, endMs: 2600 }), [
    { text: 'He', startMs: 1000, endMs: 1200 },
    { text: 'was,', startMs: 1200, endMs: 1500 },
    { text: '“ill-disposed”', startMs: 1500, endMs: 2600 },
  ]);
});

test('no text has no words', () => {
  assert.deepEqual(spreadWords(' \n', { startMs: 0, endMs: 1000 }), []);
});

test('the words of any text cover the piece without a gap, in whole milliseconds', () => {
  const moment = fc.nat({ max: 40_000_000 });
  fc.assert(
    fc.property(fc.lorem({ maxCount: 60 }), moment, fc.nat({ max: 30_000 }), (text, startMs, lengthMs) => {
      const words = spreadWords(text, { startMs, endMs: startMs + lengthMs });
      let last = startMs;
      for (const word of words) {
        assert.equal(word.startMs, last);
        assert.ok(Number.isInteger(word.endMs) && word.endMs >= word.startMs);
        last = word.endMs;
      }
      assert.equal(last, startMs + lengthMs);
    }),
  );
});
