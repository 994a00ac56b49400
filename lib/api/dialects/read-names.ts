import { phrase } from '#lib/recognition/options/options';
import { findSentenceEnds } from '#lib/transcript/sentences/find-sentence-ends';

/** A phrase in a prompt with more words than this is a sentence, not a name. */
const maxNameWords = 4;

/** Extracts the names in a prompt: short phrases between its commas and sentence ends. */
export function readNames(prompt: string): string[] {
  return prompt
    .split(/[,;:\n\u3001\uff0c\u3002]/)
    .flatMap(cutSentences)
    .map((part) => phrase.safeParse(part))
    .flatMap(({ success, data }) => (success && data.split(' ').length <= maxNameWords ? [data] : []));
}

/** Splits a text into sentences, without the marks that end them. */
function cutSentences(text: string): string[] {
  const words = (text.match(/\S+/gu) ?? []).map((word) => ({ text: word }));
  const sentences: string[] = [];
  let from = 0;
  for (const [at, isEnd] of findSentenceEnds(words).entries()) {
    if (!isEnd) continue;
    const sentence = words.slice(from, at + 1).map((word) => word.text);
    sentences.push(sentence.join(' ').replace(/[.!?]$/, ''));
    from = at + 1;
  }
  return sentences;
}
