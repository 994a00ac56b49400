/** The place of a text's first letter, if its first word is small and the text begins with it; a tag stands as \ufffc. */
export function findFirstLetter(text: string): number | undefined {
  const [token] = text.match(/[^\s\ufffc]*[\p{L}\p{N}][^\s\ufffc]*/u) ?? [];
  if (token === undefined) return undefined;
  const ahead = token.search(/[\p{L}\p{N}]/u);
  return isSmall(token.slice(ahead)) ? text.indexOf(token) + ahead : undefined;
}

/** Whether a word is one that a sentence writes with a capital: not `iPhone`, no address, and not in Georgian, which has none there. */
export function isSmall(word: string): boolean {
  return (
    /^(?!\p{Script=Georgian})\p{Ll}/u.test(word) &&
    !/\p{Lu}/u.test(word) &&
    !/[@/\\]|\.[\p{L}\p{N}]/u.test(word)
  );
}
