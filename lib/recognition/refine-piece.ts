import type { Aligner } from '#lib/recognition/alignment/aligner';
import { alignPiece } from '#lib/recognition/alignment/align-piece';
import type { Capabilities, Engine, PieceOptions } from '#lib/recognition/engine';
import type { RecognizedPiece } from '#lib/recognition/pieces/recognize-pieces';
import { askSecondOpinion } from '#lib/recognition/second-opinion/ask-second-opinion';

/** The helpers that complete the pieces of a recording. */
interface RefineOptions {
  aligners: readonly Aligner[];
  asked: PieceOptions;
  /** The engine's word timing, for pieces that don't state their own. */
  timing: Capabilities['words'];
  /** Opens the model that rates the words' confidence. */
  openSecond: (() => Promise<Engine>) | undefined;
  /** Called once for each helper that fails. */
  onFailed: (helper: 'alignment' | 'second-opinion', error: unknown) => void;
}

/** Returns a function that adds missing times and confidence to words, if possible. It throws the signal's reason. */
export function pieceRefiner({ aligners, asked, timing, openSecond, onFailed }: RefineOptions) {
  let isAlignmentBroken = false;
  // An error in one piece usually recurs in all, so it is reported once.
  const onAlignFailed = (error: unknown) => {
    if (!isAlignmentBroken) onFailed('alignment', error);
    isAlignmentBroken = true;
  };
  let isSecondBroken = false;
  const rate = async (heard: RecognizedPiece, pcmPath: string, signal: AbortSignal) => {
    if (openSecond === undefined || isSecondBroken) return undefined;
    try {
      return await askSecondOpinion(heard, pcmPath, { open: openSecond, asked }, signal);
    } catch (error) {
      signal.throwIfAborted();
      // Not asked again: each failure may take as long as the deadline.
      if (!isSecondBroken) onFailed('second-opinion', error);
      isSecondBroken = true;
      return undefined;
    }
  };
  return async (heard: RecognizedPiece, pcmPath: string, signal: AbortSignal): Promise<RecognizedPiece> => {
    const rating = rate(heard, pcmPath, signal);
    const rated = Promise.allSettled([rating]);
    const means = { aligners, asked, timing, onFailed: onAlignFailed };
    const aligned = await alignPiece(heard, pcmPath, means, signal).finally(() => rated);
    const confidences = await rating;
    return confidences === undefined ? aligned : { ...aligned, words: withConfidence(aligned, confidences) };
  };
}

function withConfidence(
  { words }: RecognizedPiece,
  confidences: readonly number[],
): RecognizedPiece['words'] {
  return words.map((word, i) => {
    const confidence = word.confidence ?? confidences[i];
    return confidence === undefined ? word : { ...word, confidence };
  });
}
