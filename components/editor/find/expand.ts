import type { Match } from './search-text';

/**
 * What takes the place of a match. In the replacement of an expression `$1` to `$99` and `$<name>` stand for its
 * groups, `$&` for all that matched, `$$` for a dollar, as in `String.prototype.replace`; otherwise it is taken as it is.
 */
export function expand(replacement: string, { groups, named }: Match): string {
  if (groups === undefined) return replacement;
  const names = named ?? {};
  return replacement.replace(/\$(?:(\$)|(&)|(\d{1,2})|<([^>]*)>)/gu, (all, dollar, whole, digits, name) => {
    if (dollar !== undefined) return '$';
    if (whole !== undefined) return groups[0] ?? '';
    if (name !== undefined) return Object.keys(names).length === 0 ? all : (names[name] ?? '');
    return group(groups, String(digits)) ?? all;
  });
}

/** Two digits are a group's number where there are so many groups; else the first one is, and the second a digit. */
function group(groups: ReadonlyArray<string | undefined>, digits: string): string | undefined {
  for (const length of [digits.length, 1]) {
    const number = Number(digits.slice(0, length));
    if (number > 0 && number < groups.length) return (groups[number] ?? '') + digits.slice(length);
  }
  return undefined;
}
