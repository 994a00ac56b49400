import type { Command } from './command';

/** Plain letters, so that "resume" finds "Résumé". */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * The commands whose titles hold each of the words sought, those first where a word begins with it; without words all
 * of them, those lately used first.
 */
export function findCommands(
  commands: readonly Command[],
  sought: string,
  recent: readonly string[],
): readonly Command[] {
  const wanted = plain(sought).split(/\s+/u).filter(Boolean);
  if (wanted.length === 0) {
    const rank = ({ id }: Command): number => (recent.includes(id) ? recent.indexOf(id) : recent.length);
    return commands.toSorted((a, b) => rank(a) - rank(b));
  }
  const matches = commands.filter(({ title }) => wanted.every((word) => plain(title).includes(word)));
  const begins = (title: string): number => (` ${plain(title)}`.includes(` ${wanted[0]}`) ? 0 : 1);
  return matches.toSorted((a, b) => begins(a.title) - begins(b.title));
}
