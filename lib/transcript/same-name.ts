import unhomoglyph from 'unhomoglyph';

/** True if people would confuse two names: alike but for case, punctuation, accents or look-alikes (UTS #39). */
export function isSameName(one: string, other: string): boolean {
  const keys = getKeys(other);
  return getKeys(one).some((key) => keys.includes(key));
}

/** A capital letter and its small one look like different letters (I like l, i like ı): the skeleton is made of either. */
function getKeys(name: string): string[] {
  const folded = fold(name);
  const skeletons = [toSkeleton(folded), toSkeleton(fold(toSkeleton(name)))].map(keepLetters);
  return [folded.replaceAll(/\s+/gu, ''), ...skeletons.filter((key) => key !== '')];
}

/** Upper case first: it makes one of letters that lower case tells apart, such as σ and ς. */
function fold(name: string): string {
  return removeInvisible(name.normalize('NFKC').toUpperCase().toLowerCase()).normalize('NFKC');
}

/** The name in letters that look the same; accents, which are easily missed, are left out. */
function toSkeleton(name: string): string {
  const looks = unhomoglyph(removeInvisible(name).normalize('NFD')).normalize('NFD');
  return looks.replaceAll(/(?=\p{M})\p{Script=Inherited}/gu, '');
}

function removeInvisible(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, '');
}

function keepLetters(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '');
}
