import { readFileSync } from 'node:fs';

/** The variables that docs/configuration.md names. */
export function listKnownVariables(): Set<string> {
  const page = readFileSync('docs/configuration.md', 'utf8');
  return new Set([...page.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name));
}
