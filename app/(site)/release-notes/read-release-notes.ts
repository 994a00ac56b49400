import { readFile, stat } from 'node:fs/promises';
import { parseChangelog, type Release } from '#app/(site)/release-notes/parse-changelog';

/** The releases that a changelog tells of, and when its file was last changed. */
export interface ReleaseNotes {
  releases: Release[];
  changedAt: Date;
}

/** Reads the changelog of the version that runs: every command runs in the project's own folder. */
export async function readReleaseNotes(file = 'CHANGELOG.md'): Promise<ReleaseNotes> {
  const [markdown, { mtime }] = await Promise.all([
    readFile(/* turbopackIgnore: true */ file, 'utf8'),
    stat(/* turbopackIgnore: true */ file),
  ]);
  return { releases: parseChangelog(markdown), changedAt: mtime };
}
