/** Whether people would take two names for one: they differ at most in case, blanks, width or invisible characters. */
export function isSameName(one: string, other: string): boolean {
  return fold(one) === fold(other);
}

/** Upper case first: it makes one of letters that lower case tells apart, such as σ and ς. */
function fold(name: string): string {
  return name
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, '')
    .normalize('NFKC');
}
