import { parseEdit, parseWords, type TranscriptSource } from '#lib/revisions/transcript-source';
import type { RecognitionConflict } from '#lib/transcript/review/find-conflicts';
import { numbersIn, type NumberRange } from '#lib/transcript/number-ranges';
import type { DoubtfulSpeech } from '#lib/transcript/review/low-confidence';
import { measureReviewed } from '#lib/transcript/review/measure-reviewed';

/** Review progress of a version by `measureReviewed`, with the accepted words and pauses as ranges. */
export function measureSource({
  source,
  accepted,
  ...given
}: {
  source: TranscriptSource;
  accepted: { words: NumberRange[]; pauses: NumberRange[] };
  speech: DoubtfulSpeech;
  conflicts: RecognitionConflict[];
}): number | undefined {
  const { words, pauses } = accepted;
  return measureReviewed(parseEdit(source), parseWords(source), {
    accepted: { words: numbersIn(words), pauses: numbersIn(pauses) },
    ...given,
  });
}
