import type { DetectedLanguages } from '#lib/recognition/language-doubt/detect-languages';
import { joinSpans, type Span, sumSpans } from '#lib/recognition/pieces/piece';
import type { RecognizedPiece } from '#lib/recognition/pieces/recognize-pieces';
import { confidenceOf } from '#lib/recognition/second-opinion/ask-second-opinion';
import type { RecognizedWord } from '#lib/recognition/engine';

/*
 * A model that knows one language writes fluent words of it for any other. Two signs tell: its words don't go with the sound (the
 * score of their alignment), and another model writes other words. Measured with Moonshine base and tiny, piece by piece:
 * English scores -12 to -28 and agrees in 63% to 100% of the words; German scores -46 and agrees in 0%, Spanish scores -50 and
 * agrees in 33%. Of a model that writes several languages, the text itself tells (`detectLanguages`).
 */

/** Below it, a score is enough. */
const minScore = -40;
/** A better score than this outweighs that two models disagree, as they do over noise. */
const goodScore = -33;
const minAgreement = 0.5;
/** Of fewer words the share that agrees says little. */
const minWords = 5;

/** The speech that doesn't seem to be in the language of the words, and whether that is most of it. */
export interface LanguageDoubt {
  passages: Span[];
  isMost: boolean;
}

export const noDoubt: LanguageDoubt = { passages: [], isMost: false };

/** Finds pieces whose words were hardly said or aren't in `asked`, or else in the transcript's `language`. */
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

/** The share of words that a second model hears, too, 0 to 1, of words with its confidence; undefined where it gave none. */
function measureAgreement(words: readonly RecognizedWord[]): number | undefined {
  const agreed = words.filter(({ confidence }) => confidence === confidenceOf.agreed).length;
  const differing = words.filter(({ confidence }) => confidence === confidenceOf.differing).length;
  const all = agreed + differing;
  return all === 0 ? undefined : agreed / all;
}
