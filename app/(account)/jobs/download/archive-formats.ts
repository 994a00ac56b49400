import { formats } from '#components/editor/export/export-options.ts';
import { persistedStore } from '#components/ui/persisted-store.ts';

/** A format of the files in an archive. */
export type ArchiveFormat = (typeof formats)[number];

/** The default formats. */
export const usualFormats: readonly ArchiveFormat[] = ['word', 'text'];

/** The formats last chosen for archives, stored in this browser. */
export const archiveFormats = persistedStore('longhand.archive-formats', parseFormats, (chosen) =>
  chosen.join(' '),
);

/** Parses stored formats into display order. Returns the defaults if there are none. */
export function parseFormats(stored = ''): readonly ArchiveFormat[] {
  const names = new Set(stored.split(' '));
  const known = formats.filter((format) => names.has(format));
  return known.length > 0 ? known : usualFormats;
}
