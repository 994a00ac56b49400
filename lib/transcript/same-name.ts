import unhomoglyph from 'unhomoglyph';

/** True if people would confuse two names: equal except for case, punctuation, accents or homoglyphs (UTS #39). */
export function isSameName(one: string, other: string): boolean {
  const keys = getKeys(other);
  return getKeys(one).some((key) => keys.includes(key));
}

/** Upper and lower case resemble different letters (I and l, i and ı), so both skeletons count. */
function getKeys(name: string): string[] {
  const folded = fold(name);
  const skeletons = [toSkeleton(folded), toSkeleton(fold(toSkeleton(name)))].map(keepLetters);
  return [folded.replaceAll(/\s+/gu, ''), ...skeletons.filter((key) => key !== '')];
}

/** Uppercases first, which unifies letters that lowercase distinguishes, such as σ and ς. */
function fold(name: string): string {
  return removeInvisible(name.normalize('NFKC').toUpperCase().toLowerCase()).normalize('NFKC');
}

/** Replaces homoglyphs and drops accents, which are easily missed. */
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
