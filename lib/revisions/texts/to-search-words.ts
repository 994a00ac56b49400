import type { TimedElement } from '#lib/transcript/align/align';
import { touches } from '#lib/transcript/text/join-words';
import { cutWord } from '#lib/transcript/text/split-words';

/** A word as indexed for search, without white space, and its start in milliseconds. */
interface SearchWord {
  text: string;
  startMs: number;
}

/**
 * Returns a monologue's words and tags for the search index. Text in scripts without spaces is split by dictionary,
 * like the search query, since a recognizer may split it elsewhere. Such a word starts at the time of its first
 * character.
 */
export function toSearchWords(elements: readonly TimedElement[]): SearchWord[] {
  const words: SearchWord[] = [];
  let parts: SearchWord[] = [];
  const endRun = () => {
    for (const word of cutRun(parts)) words.push(word);
    parts = [];
  };
  for (const element of elements) {
    const { startMs } = element;
    if (element.type === 'tag') {
      endRun();
      // A space inside a tag would shift the times of the following words.
      words.push({ text: element.tag.replaceAll(/\s/gu, '\u00A0'), startMs });
      continue;
    }
    const last = parts.at(-1);
    if (last !== undefined && !touches(last.text, element.text)) endRun();
    parts.push({ text: element.text, startMs });
  }
  endRun();
  return words;
}

function cutRun(parts: readonly SearchWord[]): SearchWord[] {
  if (parts.length === 0) return [];
  let [at, part, end] = [0, 0, parts[0]?.text.length ?? 0];
  return cutWord(parts.map(({ text }) => text).join('')).map((text) => {
    while (at >= end && part + 1 < parts.length) end += parts[++part]?.text.length ?? 0;
    at += text.length;
    return { text, startMs: parts[part]?.startMs ?? 0 };
  });
}
