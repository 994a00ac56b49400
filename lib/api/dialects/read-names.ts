import { phrase } from '#lib/recognition/options/options';
import { findSentenceEnds } from '#lib/transcript/sentences/find-sentence-ends';

/** The most words of a phrase in a prompt that is taken for a name, not for a sentence. */
const maxNameWords = 4;

/** The names in a prompt: what stands between its commas and the ends of its sentences and is no sentence. */
export function readNames(prompt: string): string[] {
  return prompt
    .split(/[,;:\n\u3001\uff0c\u3002]/)
    .flatMap(cutSentences)
    .map((part) => phrase.safeParse(part))
    .flatMap(({ success, data }) => (success && data.split(' ').length <= maxNameWords ? [data] : []));
}

/** The sentences of a text, without the marks that end them. */
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
