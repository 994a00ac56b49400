import { cutBlocks } from '#lib/recognition/words/cut-blocks';
import { EngineFailure, type RecognizedWord } from '#lib/recognition/engine';
import type { SpeechPool } from '#lib/recognition/speech/speech-pool';
import type { MachineWord } from '#lib/transcript/model';

const deadlineMs = 120_000;

/**
 * Punctuates a transcript's words and sets their case, all else unchanged. Throws an `EngineFailure` or the signal's
 * reason.
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

/** Punctuates the words of each channel, as `punctuateWords` does; undefined if the model failed. */
export async function punctuateChannels(
  byChannel: MachineWord[][],
  pool: SpeechPool,
  { signal, onFailed }: { signal: AbortSignal; onFailed: (error: unknown) => void },
): Promise<MachineWord[][] | undefined> {
  try {
    return await Promise.all(byChannel.map((words) => punctuateWords(words, pool, signal)));
  } catch (error) {
    if (!(error instanceof EngineFailure) || signal.aborted) throw error;
    onFailed(error);
    return undefined;
  }
}
