const maxNameLength = 60;

/** The beginning and the end of a long name, so that the line has room for more. */
export function shortenName(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= maxNameLength) return name;
  return `${characters.slice(0, 40).join('')}…${characters.slice(-15).join('')}`;
}
