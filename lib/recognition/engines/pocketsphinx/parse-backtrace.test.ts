import assert from 'node:assert/strict';
import test from 'node:test';
import { parseBacktrace, parseMeanScore } from '#lib/recognition/engines/pocketsphinx/parse-backtrace';

const log = `INFO: batch.c(729): Decoding 'u1'
INFO: pocketsphinx.c(1168): not this one 0 20 1.000 -1 0 1 (-11405)
word                 start end   pprob ascr       lscr       lback
INFO: ngram_search.c(1025): bestpath 0.00 CPU 0.000 xRT
<s>                  0     20    1.000 -371712    0          1
he                   21    32    0.999 -203776    -257       2
was(2)               33    54    1.020 -377856    -136       3
<sil>                55    60    0.618 -364544    -524288    3
[NOISE]              61    65    0.5   -1         0          3
++BREATH++           66    70    0.5   -1         0          3
o'clock              71    90    2e-05 -962560    -379       3
</s>                 91    97    1.000 -559104    -108       2
INFO: batch.c(760): u1: 2.98 seconds speech, 1.02 seconds CPU, 1.02 seconds wall
he was o'clock (u1 -11405)
u1 done --------------------------------------
`;

test('words come without noises, silence and pronunciation numbers, with a confidence from 0 to 1', () => {
  assert.deepEqual(parseBacktrace(log), [
    { text: 'he', startFrame: 21, endFrame: 32, confidence: 0.999 },
    { text: 'was', startFrame: 33, endFrame: 54, confidence: 1 },
    { text: "o'clock", startFrame: 71, endFrame: 90, confidence: 0.00002 },
  ]);
});

test('an utterance without a table has no words', () => {
  assert.deepEqual(parseBacktrace(' (u0 0)\nu0 done ----\n'), []);
  assert.deepEqual(parseBacktrace(''), []);
});

test('lines that only resemble the table are not words', () => {
  const hostile = `before 1 2 0.5 -1 -1 1\n${log}word x y z\nevil 1 2\nevil -1 2 0.5 1 1 1\nevil 1 2 0.5 1 1 1 more\n`;
  assert.deepEqual(
    parseBacktrace(hostile).map(({ text }) => text),
    ['he', 'was', "o'clock"],
  );
});

test('the mean score of a frame counts noises and pauses, too', () => {
  const table = (...rows: string[]) => ['word start end pprob ascr lscr lback', ...rows].join('\n');
  assert.equal(parseMeanScore(table('<sil> 0 9 1.000 -100 -300 1', 'w0(2) 10 29 1.000 -500 0 1')), -30);
  assert.equal(parseMeanScore(''), undefined);
});
