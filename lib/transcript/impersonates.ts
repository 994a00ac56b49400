import { isSameName } from '#lib/transcript/same-name';

interface Owner {
  name: string;
  email?: string;
}

/** True if a guest with this name could be mistaken for the owner, or uses an unverified email address as a name. */
export function impersonates(name: string, { name: ownName, email }: Owner): boolean {
  return isEmail(name) || isSameName(name, ownName) || (email !== undefined && isSameName(name, email));
}

/** True if a name is or contains an email address, even in obfuscated form: `ann (at) example.com`. */
export function isEmail(name: string): boolean {
  const plain = name
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, '')
    .replaceAll(/\s*[([{<]\s*(?:at|@)\s*[)\]}>]\s*|\s+at\s+(?=\S*[.。])/giu, '@')
    .replaceAll(/\s*[([{<]\s*(?:dot|\.)\s*[)\]}>]\s*|\s+dot\s+/giu, '.');
  return /[^\s@]\s*@\s*[^\s@]+[.。][^\s@]/u.test(plain);
}
