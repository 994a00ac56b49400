import { cutBlocks } from '#lib/recognition/words/cut-blocks';
import type { RecognizedWord } from '#lib/recognition/engine';
import type { SpeechPool } from '#lib/recognition/speech/speech-pool';

const deadlineMs = 120_000;

/**
 * The words of a transcript without case and punctuation, written with both; times and everything else stay. Throws an
 * `EngineFailure` when the model could not do it, and the signal's reason when aborted.
 */
export async function punctuateWords(
  words: readonly RecognizedWord[],
  pool: SpeechPool,
  signal: AbortSignal,
): Promise<RecognizedWord[]> {
  const punctuated: RecognizedWord[] = [];
  for (const block of cutBlocks(words)) {
    const request = { words: block.map((word) => word.text) };
    const answer = await pool.ask<{ words: string[] }>(request, { deadlineMs, signal });
    block.forEach((word, i) => punctuated.push({ ...word, text: answer.words[i] ?? word.text }));
  }
  return punctuated;
}
