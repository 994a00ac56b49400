/** The range of a token in the text, in UTF-16 units, `end` exclusive. */
export interface TokenRange {
  token: number;
  start: number;
  end: number;
}

/** The maximum deviation of the text from its tokens before a token is skipped. */
const maxGap = 32;

/**
 * Finds each token in the text made of them, in order. The text isn't just their concatenation: spaces are removed
 * between Chinese characters and before punctuation, tokens such as `<unk>` and `<|en|>` are left out, and several byte
 * tokens (`<0xE4>`, or parts of UTF-8 that became U+FFFD) form one character. Missing tokens share the text between
 * those found.
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
