import type { Command } from '#components/editor/context.ts';

/** Removes accents and case, so that "resume" finds "Résumé". */
export const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** A found command and its availability. */
export interface FoundCommand {
  command: Command;
  isEnabled: boolean;
}

/** Commands that match every word of the query, word starts first, or all, recent first. Disabled ones are last. */
export function findCommands(
  commands: readonly Command[],
  query: string,
  {
    recent,
    isEnabled,
    getKeywords = () => '',
  }: {
    recent: readonly string[];
    isEnabled: (command: Command) => boolean;
    /** Synonyms of a command. */
    getKeywords?: (command: Command) => string;
  },
): readonly FoundCommand[] {
  const found = rankCommands(commands, query, { recent, getKeywords }).map((command) => ({
    command,
    isEnabled: isEnabled(command),
  }));
  return found.toSorted((a, b) => Number(b.isEnabled) - Number(a.isEnabled));
}

function rankCommands(
  commands: readonly Command[],
  query: string,
  { recent, getKeywords }: { recent: readonly string[]; getKeywords: (command: Command) => string },
): readonly Command[] {
  const terms = plain(query).split(/\s+/u).filter(Boolean);
  if (terms.length === 0) {
    const rank = ({ id }: Command): number => (recent.includes(id) ? recent.indexOf(id) : recent.length);
    return commands.toSorted((a, b) => rank(a) - rank(b));
  }
  const getNames = (command: Command): string => plain(`${command.title()} ${getKeywords(command)}`);
  const matches = commands.filter((command) => terms.every((word) => getNames(command).includes(word)));
  const begins = (title: string): number => (` ${plain(title)}`.includes(` ${terms[0]}`) ? 0 : 1);
  return matches.toSorted((a, b) => begins(a.title()) - begins(b.title()));
}
