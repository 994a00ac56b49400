/** The range of a token in the text, in UTF-16 units; the end is the first behind it. */
export interface TokenRange {
  token: number;
  start: number;
  end: number;
}

/** The most that the text may differ from its tokens before one of them is given up. */
const maxGap = 32;

/**
 * Finds each token in the text that was made of them, in order. The text is not simply their sum: spaces are cut out between
 * Chinese characters and before punctuation, tokens such as `<unk>` and `<|en|>` are left out, and characters made of several
 * byte tokens (`<0xE4>`, or a piece of UTF-8 that became U+FFFD) stand there whole. Tokens that are not found share what lies
 * between those that are.
 */
export function locateTokens(text: string, tokens: readonly string[]): TokenRange[] {
  const found: TokenRange[] = [];
  let unfound: number[] = [];
  let at = 0;
  const settle = (until: number) => {
    const [first] = unfound;
    const gap = text.slice(at, until);
    const start = at + (gap.length - gap.trimStart().length);
    const end = at + gap.trimEnd().length;
    if (first !== undefined && start < end) found.push({ token: first, start, end });
    unfound = [];
  };
  tokens.forEach((token, i) => {
    const piece = token.replaceAll('▁', ' ').trim();
    if (piece === '' || isSpecial(piece)) return;
    const start = isPartial(piece) ? -1 : text.indexOf(piece, at);
    if (start === -1 || start - at > maxGap) {
      unfound.push(i);
      return;
    }
    settle(start);
    at = start + piece.length;
    found.push({ token: i, start, end: at });
  });
  settle(text.length);
  return found;
}

function isSpecial(piece: string): boolean {
  return /^<(?!0x[\dA-F]{2}>).+>$/.test(piece);
}

function isPartial(piece: string): boolean {
  return /\uFFFD|^<0x[\dA-F]{2}>$/.test(piece);
}
