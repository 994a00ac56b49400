import type { Command } from '#components/editor/context.ts';

/** Plain letters, so that "resume" finds "Résumé". */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** A command that was found, and whether it can be done now. */
export interface FoundCommand {
  command: Command;
  isEnabled: boolean;
}

/**
 * The commands whose titles hold each of the words sought, those first where a word begins with it; without words all
 * of them, those lately used first. What can't be done now comes last.
 */
export function findCommands(
  commands: readonly Command[],
  query: string,
  { recent, isEnabled }: { recent: readonly string[]; isEnabled: (command: Command) => boolean },
): readonly FoundCommand[] {
  const found = rankCommands(commands, query, recent).map((command) => ({
    command,
    isEnabled: isEnabled(command),
  }));
  return found.toSorted((a, b) => Number(b.isEnabled) - Number(a.isEnabled));
}

function rankCommands(
  commands: readonly Command[],
  query: string,
  recent: readonly string[],
): readonly Command[] {
  const terms = plain(query).split(/\s+/u).filter(Boolean);
  if (terms.length === 0) {
    const rank = ({ id }: Command): number => (recent.includes(id) ? recent.indexOf(id) : recent.length);
    return commands.toSorted((a, b) => rank(a) - rank(b));
  }
  const matches = commands.filter(({ title }) => terms.every((word) => plain(title()).includes(word)));
  const begins = (title: string): number => (` ${plain(title)}`.includes(` ${terms[0]}`) ? 0 : 1);
  return matches.toSorted((a, b) => begins(a.title()) - begins(b.title()));
}
