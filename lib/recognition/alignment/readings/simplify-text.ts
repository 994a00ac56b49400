const folded: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i' },
  ...{ '‘': "'", '’': "'", ʼ: "'", '＇': "'", '`': "'", '´': "'" },
};

/** A text with the letters of English and plain apostrophes, as far as that is possible: `naïve` becomes `naive`. */
export function simplifyText(text: string): string {
  // Apostrophes first: the compatible form of an accent is a space with a mark.
  const plain = text.replaceAll(/[ßæÆœŒøØłŁđĐı‘’ʼ＇`´]/g, (letter) => folded[letter] ?? letter);
  return plain.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}\s]/gu, '');
}
