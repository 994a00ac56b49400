import type { BacktraceWord } from '#lib/recognition/engines/pocketsphinx/parse-backtrace';
import { nameWord } from '#lib/recognition/alignment/pocketsphinx/write-grammar';
import type { RecognizedWord } from '#lib/recognition/engine';
import { clamp } from '#lib/recognition/words/clamp';

const frameMs = 10;

/**
 * The words of a piece with the times of an alignment that begins at `zeroMs`. What is not said, such as a dash, stands at
 * the end of the word before. Undefined where the alignment hasn't each of the words that are said (`spoken`), in order.
 */
export function placeWords(
  words: readonly RecognizedWord[],
  { spoken, rows, zeroMs }: { spoken: readonly number[]; rows: readonly BacktraceWord[]; zeroMs: number },
  piece: { startMs: number; endMs: number },
): RecognizedWord[] | undefined {
  const found = rows.filter(({ text }) => /^w\d+$/.test(text));
  if (found.length !== spoken.length || found.some(({ text }, i) => text !== nameWord(spoken[i] ?? -1)))
    return undefined;
  const rowOf = new Map(spoken.map((index, i) => [index, found[i]]));
  let earliestMs = piece.startMs;
  return words.map((word, index) => {
    const row = rowOf.get(index);
    const startMs = clamp(
      row === undefined ? earliestMs : zeroMs + row.startFrame * frameMs,
      earliestMs,
      piece.endMs,
    );
    const endMs = clamp(
      row === undefined ? startMs : zeroMs + (row.endFrame + 1) * frameMs,
      startMs,
      piece.endMs,
    );
    earliestMs = endMs;
    return { ...word, startMs, endMs };
  });
}
