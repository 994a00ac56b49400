import { parseWords, type TranscriptSource } from '#lib/revisions/transcript-source';
import { findSoundAlikes, type SoundAlike } from '#lib/transcript/vocabulary/find-sound-alikes';

/** A cache of the last result: a review is measured every few sentences, with the same machine words and vocabulary. */
let last: { words: string; rest: string; found: SoundAlike[] } | undefined;

/** Finds a transcript's machine words, of all recognitions, that sound like an entry, as `findSoundAlikes` does. */
export function findInSource({
  source,
  vocabulary,
}: {
  source: TranscriptSource;
  vocabulary: string[];
}): SoundAlike[] {
  const { words, language } = source;
  const rest = JSON.stringify([language, vocabulary]);
  if (last?.words === words && last.rest === rest) return last.found;
  const found = findSoundAlikes(parseWords(source), vocabulary, language);
  last = { words, rest, found };
  return found;
}
