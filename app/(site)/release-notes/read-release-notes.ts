import { readFile, stat } from 'node:fs/promises';
import { parseChangelog, type Release } from '#app/(site)/release-notes/parse-changelog';

/** The parsed releases, and the changelog's modification time. */
export interface ReleaseNotes {
  releases: Release[];
  changedAt: Date;
}

/** Reads the running version's changelog. All commands run in the project's folder. */
export async function readReleaseNotes(file = 'CHANGELOG.md'): Promise<ReleaseNotes> {
  const [markdown, { mtime }] = await Promise.all([
    readFile(/* turbopackIgnore: true */ file, 'utf8'),
    stat(/* turbopackIgnore: true */ file),
  ]);
  return { releases: parseChangelog(markdown), changedAt: mtime };
}
