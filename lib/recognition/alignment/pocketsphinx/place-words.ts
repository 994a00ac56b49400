import type { BacktraceWord } from '#lib/recognition/engines/pocketsphinx/parse-backtrace';
import { nameWord } from '#lib/recognition/alignment/pocketsphinx/write-grammar';
import type { RecognizedWord } from '#lib/recognition/engine';
import { placeInOrder } from '#lib/recognition/words/place-in-order';

const frameMs = 10;

/** Times a piece's words from `zeroMs`, unspoken ones at the end of the previous word; undefined on a mismatch. */
export function placeWords(
  words: readonly RecognizedWord[],
  { spoken, rows, zeroMs }: { spoken: readonly number[]; rows: readonly BacktraceWord[]; zeroMs: number },
  piece: { startMs: number; endMs: number },
): RecognizedWord[] | undefined {
  const found = rows.filter(({ text }) => /^w\d+$/.test(text));
  if (found.length !== spoken.length || found.some(({ text }, i) => text !== nameWord(spoken[i] ?? -1)))
    return undefined;
  const rowOf = new Map(spoken.map((index, i) => [index, found[i]]));
  const timed = words.map((word, index) => {
    const row = rowOf.get(index);
    const startMs = row === undefined ? -Infinity : zeroMs + row.startFrame * frameMs;
    const endMs = row === undefined ? -Infinity : zeroMs + (row.endFrame + 1) * frameMs;
    return { ...word, startMs, endMs };
  });
  return placeInOrder(timed, piece);
}
