/** Whether a .dockerignore leaves out a file of the folder, named from there. Throws at exceptions, which ours has none of. */
export function readDockerignore(text: string): (file: string) => boolean {
  const patterns = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const left = patterns.map(toRegExp);
  return (file) => left.some((pattern) => pattern.test(file));
}

/** What a pattern names, and all that is in it. `**` stands for any number of folders, even none. */
function toRegExp(pattern: string): RegExp {
  if (/[!\\[]/.test(pattern)) throw new Error(`not known here: ${pattern}`);
  const body = pattern
    .replaceAll(/[.+^$(){}|]/g, String.raw`\$&`)
    .replaceAll(/\*\*\/|\*|\?/g, (wildcard) => ({ '**/': '(?:.*/)?', '*': '[^/]*' })[wildcard] ?? '[^/]');
  return new RegExp(`^${body}(?:/|$)`);
}
