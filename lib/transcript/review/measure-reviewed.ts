import { timeTokens } from '#lib/transcript/align/align';
import type { Edit, EditedMonologue } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';
import type { RecognitionConflict } from '#lib/transcript/review/find-conflicts';
import { findReviewItems, toWordItems } from '#lib/transcript/review/find-review-items';
import { inCurrentWords } from '#lib/transcript/review/in-current-words';
import { defaultShare, type DoubtfulSpeech } from '#lib/transcript/review/low-confidence';
import {
  findRemaining,
  type AcceptedItems,
  type TimedMonologue,
} from '#lib/transcript/review/find-remaining';
import type { SoundAlike } from '#lib/transcript/vocabulary/find-sound-alikes';

/** Returns the share, 0 to 1, of default review passages that were reviewed; undefined if there are none. */
export function measureReviewed(
  { monologues }: Pick<Edit, 'monologues'>,
  words: readonly MachineWord[],
  {
    accepted,
    speech,
    conflicts,
    soundAlikes,
  }: {
    accepted: AcceptedItems;
    speech: DoubtfulSpeech;
    conflicts: readonly RecognitionConflict[];
    soundAlikes: readonly SoundAlike[];
  },
): number | undefined {
  const items = inCurrentWords(words, monologues, (current, numbers) =>
    findReviewItems(
      current,
      defaultShare,
      speech,
      toWordItems({ conflict: conflicts, sound: soundAlikes }, numbers),
    ),
  );
  if (items.length === 0) return undefined;
  const timed = monologues.map((monologue) => toTimed(monologue, words));
  return 1 - findRemaining(timed, items, { words, accepted }).length / items.length;
}

function toTimed(monologue: EditedMonologue, words: readonly MachineWord[]): TimedMonologue {
  const { from, to, content } = monologue;
  const last = content.at(-1);
  const tags: number[] = [];
  let at = 0;
  for (const piece of content) {
    if ('tag' in piece) tags.push(at);
    at += 'tag' in piece ? 1 : piece.text.length;
  }
  return {
    from,
    to,
    tokens: timeTokens(monologue, words),
    tags,
    endsWithTag: last !== undefined && 'tag' in last,
  };
}
