import { formats } from '#components/editor/export/export-options.ts';
import { persistedStore } from '#components/ui/persisted-store.ts';

/** A format of the files in an archive. */
export type ArchiveFormat = (typeof formats)[number];

/** The default contents of an archive. */
export const usualFormats: readonly ArchiveFormat[] = ['word', 'text'];

/** The formats chosen for archives last; remembered in this browser. */
export const archiveFormats = persistedStore('longhand.archive-formats', parseFormats, (chosen) =>
  chosen.join(' '),
);

/** Parses the remembered formats: those that the text names, in the order in which they are offered; the usual ones when it names none. */
export function parseFormats(stored = ''): readonly ArchiveFormat[] {
  const names = new Set(stored.split(' '));
  const known = formats.filter((format) => names.has(format));
  return known.length > 0 ? known : usualFormats;
}
