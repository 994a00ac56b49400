import type { RecognizedWord } from '#lib/recognition/engine';

/** Lowercases the words of a caseless model, but uses the vocabulary's case for whole phrases, longer ones first. */
export function writeCase(words: readonly RecognizedWord[], vocabulary: readonly string[]): RecognizedWord[] {
  const phrases = vocabulary
    .map((phrase) => phrase.split(' '))
    .filter((phrase) => phrase.some((part) => part !== part.toLowerCase()))
    .toSorted((a, b) => b.length - a.length);
  const written: RecognizedWord[] = [];
  while (written.length < words.length) {
    const at = written.length;
    const phrase = phrases.find((parts) => parts.every((part, i) => isAlike(words[at + i]?.text, part)));
    const count = phrase?.length ?? 1;
    words.slice(at, at + count).forEach((word, i) => {
      written.push({ ...word, text: phrase?.[i] ?? word.text.toLowerCase() });
    });
  }
  return written;
}

function isAlike(text: string | undefined, part: string): boolean {
  return text?.toLowerCase() === part.toLowerCase();
}
