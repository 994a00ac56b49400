import { findInSource } from '#lib/revisions/review/find-in-source';
import { parseEdit, parseWords, type TranscriptSource } from '#lib/revisions/transcript-source';
import type { RecognitionConflict } from '#lib/transcript/review/find-conflicts';
import { numbersIn, type NumberRange } from '#lib/transcript/number-ranges';
import type { DoubtfulSpeech } from '#lib/transcript/review/low-confidence';
import { measureReviewed } from '#lib/transcript/review/measure-reviewed';

/** Measures a version's review progress with `measureReviewed`. Accepted words and pauses are ranges. */
export function measureSource({
  source,
  accepted,
  vocabulary,
  ...given
}: {
  source: TranscriptSource;
  accepted: { words: NumberRange[]; pauses: NumberRange[] };
  speech: DoubtfulSpeech;
  conflicts: RecognitionConflict[];
  vocabulary: string[];
}): number | undefined {
  const machine = parseWords(source);
  return measureReviewed(parseEdit(source), machine, {
    accepted: { words: numbersIn(accepted.words), pauses: numbersIn(accepted.pauses) },
    soundAlikes: findInSource({ source, vocabulary }),
    ...given,
  });
}
