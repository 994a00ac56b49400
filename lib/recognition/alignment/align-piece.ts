import type { Aligner, WordTiming } from '#lib/recognition/alignment/aligner';
import type { PieceOptions } from '#lib/recognition/engine';
import type { RecognizedPiece } from '#lib/recognition/pieces/recognize-pieces';

interface AlignOptions {
  aligners: readonly Aligner[];
  asked: Pick<PieceOptions, 'language' | 'translate'>;
  /** The engine's word timing, for pieces that don't state their own. */
  timing: 'timed' | 'spread';
  /** Called if a piece couldn't be aligned, but not if its sound and text just don't match. */
  onFailed: (error: unknown) => void;
}

/** Aligns a piece if the engine spread its words and an aligner knows the language; otherwise returns it unchanged. */
export async function alignPiece(
  heard: RecognizedPiece,
  pcmPath: string,
  { aligners, asked, timing: usual, onFailed }: AlignOptions,
  signal: AbortSignal,
): Promise<RecognizedPiece> {
  const timing: WordTiming = heard.timing ?? usual;
  const spoken = heard.language ?? asked.language;
  const aligner = timing === 'spread' ? chooseAligner(aligners, spoken, asked.translate) : undefined;
  if (aligner === undefined || heard.words.length === 0) return { ...heard, timing };
  try {
    const alignment = await aligner.align(pcmPath, heard.piece, heard.words, signal);
    if (alignment === undefined) return { ...heard, timing };
    const { words, score } = alignment;
    const isDoubtful = spoken === undefined && score < aligner.minScore;
    return isDoubtful ? { ...heard, timing, score } : { ...heard, words, timing: 'aligned', score };
  } catch (error) {
    signal.throwIfAborted();
    onFailed(error);
    return { ...heard, timing };
  }
}

/** Chooses the aligner for a language. If it is unknown, the score decides. A translation's words aren't spoken. */
export function chooseAligner(
  aligners: readonly Aligner[],
  spoken: string | undefined,
  translate = false,
): Aligner | undefined {
  if (spoken === undefined) return translate ? undefined : aligners[0];
  const language = spoken.toLowerCase().split('-')[0] ?? '';
  return translate && language !== 'en'
    ? undefined
    : aligners.find(({ languages }) => languages.includes(language));
}
