import type { Capabilities } from '#lib/recognition/engine';
import { maxVocabulary, vocabularyBytes } from '#lib/recognition/options/options';

/** As many of the first phrases as an engine can use, in their order and each once; none where it has no use for them. */
export function fitVocabulary(
  phrases: readonly string[],
  { vocabulary, maxVocabularyBytes = Infinity }: Pick<Capabilities, 'vocabulary' | 'maxVocabularyBytes'>,
): string[] {
  if (!vocabulary) return [];
  const fitting = [...new Set(phrases)].slice(0, maxVocabulary);
  while (vocabularyBytes(fitting) > maxVocabularyBytes) fitting.pop();
  return fitting;
}
