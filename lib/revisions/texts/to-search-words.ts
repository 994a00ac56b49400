import type { TimedElement } from '#lib/transcript/align/align';
import { touches } from '#lib/transcript/text/join-words';
import { cutWord } from '#lib/transcript/text/split-words';

/** A word as a search finds it, without white space, and when it begins, in milliseconds. */
interface SearchWord {
  text: string;
  startMs: number;
}

/**
 * The words and tags of a monologue as a search finds them. What is written without blanks is cut by the dictionary, as
 * what is searched for is: a recognizer may have cut it elsewhere. Such a word begins with what its first character is in.
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
      // A blank inside a tag would shift the times of the words behind it.
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
