import type { DetectedLanguages } from '#lib/recognition/language-doubt/detect-languages';
import { joinSpans, type Span, sumSpans } from '#lib/recognition/pieces/piece';
import type { RecognizedPiece } from '#lib/recognition/pieces/recognize-pieces';
import { confidenceOf } from '#lib/recognition/second-opinion/ask-second-opinion';
import type { RecognizedWord } from '#lib/recognition/engine';

/*
 * A model with one language writes fluent words of it for any other. Two signs reveal this: its words don't match the
 * sound (the alignment score), and another model writes other words. Measured with Moonshine base and tiny, per piece:
 * English scores -12 to -28 and 63% to 100% of the words agree; German scores -46 and 0% agree, Spanish -50 and 33%.
 * For multilingual models, the text itself tells (`detectLanguages`).
 */

/** Below this, the score alone suffices. */
const minScore = -40;
/** Above this, the score outweighs disagreement of two models, which also happens with noise. */
const goodScore = -33;
const minAgreement = 0.5;
/** With fewer words, the share that agrees is insignificant. */
const minWords = 5;

/** Speech that seems to be in another language than its words. `isMost` if that is most of the speech. */
export interface LanguageDoubt {
  passages: Span[];
  isMost: boolean;
}

export const noDoubt: LanguageDoubt = { passages: [], isMost: false };

/** Finds pieces whose words don't match the sound or aren't in `asked`, by default the transcript's `language`. */
export function findLanguageDoubt(
  heard: readonly RecognizedPiece[],
  {
    detected,
    language,
    asked = language,
  }: { detected: DetectedLanguages; language: string | null; asked?: string | null | undefined },
): LanguageDoubt {
  const spoken = heard.filter(({ words }) => words.length > 0);
  const toDoubtful = (expected: string | null) =>
    spoken
      .filter((piece) => isMisheard(piece) || detected.isOther(piece, expected))
      .map(({ piece }) => piece);
  return {
    passages: joinSpans(toDoubtful(asked)),
    isMost: sumSpans(toDoubtful(language)) > sumSpans(spoken.map(({ piece }) => piece)) / 2,
  };
}

function isMisheard({ words, score }: RecognizedPiece): boolean {
  if (score !== undefined && score < minScore) return true;
  if (words.length < minWords || (score !== undefined && score >= goodScore)) return false;
  return (measureAgreement(words) ?? 1) < minAgreement;
}

/** Returns the share of words, 0 to 1, that a second model confirmed, by their confidence; undefined if unknown. */
function measureAgreement(words: readonly RecognizedWord[]): number | undefined {
  const agreed = words.filter(({ confidence }) => confidence === confidenceOf.agreed).length;
  const differing = words.filter(({ confidence }) => confidence === confidenceOf.differing).length;
  const all = agreed + differing;
  return all === 0 ? undefined : agreed / all;
}
