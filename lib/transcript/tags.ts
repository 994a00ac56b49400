export const maxTags = 10;
export const maxTagLength = 40;

/** Why a tag can't be added. */
export type TagFault = 'too-long' | 'too-many';

/** The key by which tags are told apart: their letters in any case. */
export function toTagKey(tag: string): string {
  return cleanTag(tag).toLowerCase();
}

/** The tags and those typed, separated by commas, each once; on a fault, those typed before it are added. */
export function addTags(
  tags: readonly string[],
  typed: string,
): { tags: string[]; fault: TagFault | undefined } {
  const added = [...tags];
  const keys = new Set(tags.map(toTagKey));
  for (const tag of typed.split(/[,\n]/).map(cleanTag)) {
    if (tag === '' || keys.has(toTagKey(tag))) continue;
    if (Array.from(tag).length > maxTagLength) return { tags: added, fault: 'too-long' };
    if (added.length >= maxTags) return { tags: added, fault: 'too-many' };
    added.push(tag);
    keys.add(toTagKey(tag));
  }
  return { tags: added, fault: undefined };
}

/** Without characters that are not seen and marks that turn the direction of what follows, and with single blanks. */
function cleanTag(tag: string): string {
  return tag
    .normalize('NFC')
    .replaceAll(/[\p{Cs}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
