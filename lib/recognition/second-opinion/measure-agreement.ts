import type { RecognisedWord } from '#lib/recognition/engine';
import { confidenceOf } from '#lib/recognition/second-opinion/ask-second-opinion';

/** The share of words that a second model hears, too, 0 to 1, of words with its confidence; undefined where it gave none. */
export function measureAgreement(words: readonly RecognisedWord[]): number | undefined {
  const agreed = words.filter(({ confidence }) => confidence === confidenceOf.agreed).length;
  const differing = words.filter(({ confidence }) => confidence === confidenceOf.differing).length;
  const all = agreed + differing;
  return all === 0 ? undefined : agreed / all;
}
