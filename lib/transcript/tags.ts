export const maxTags = 10;
export const maxTagLength = 40;

/** The reason why a tag can't be added. */
export type TagFault = 'too-long' | 'too-many';

/** The key that compares tags, ignoring case. */
export function toTagKey(tag: string): string {
  return cleanTag(tag).toLowerCase();
}

/** Adds typed tags, separated by commas, without duplicates. On a fault, adds those typed before it. */
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

/** Strips invisible characters and direction overrides, and normalizes white space. */
function cleanTag(tag: string): string {
  return tag
    .normalize('NFC')
    .replaceAll(/[\p{Cs}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
