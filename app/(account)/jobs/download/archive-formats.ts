import { formats } from '#components/editor/export/export-options.ts';
import { createLazyStore, type ReadableStore } from '#components/ui/store.ts';

/** A format of the files in an archive. */
export type ArchiveFormat = (typeof formats)[number];

/** What an archive contains until something else is chosen. */
export const usualFormats: readonly ArchiveFormat[] = ['word', 'text'];

const key = 'longhand.archive-formats';

const store = createLazyStore(() => parseFormats(readStored()));

/** The formats chosen for archives last, as this browser remembers them. */
export const archiveFormats: ReadableStore<readonly ArchiveFormat[]> = store;

/** Chooses the formats, and remembers them where the browser can. */
export function setArchiveFormats(chosen: readonly ArchiveFormat[]): void {
  store.set(chosen);
  try {
    localStorage.setItem(key, chosen.join(' '));
  } catch {
    // A browser may refuse storage: they then last as long as the page.
  }
}

/** The formats that a remembered text names, in the order in which they are offered; the usual ones when it names none. */
export function parseFormats(stored: string | null): readonly ArchiveFormat[] {
  const names = new Set((stored ?? '').split(' '));
  const known = formats.filter((format) => names.has(format));
  return known.length > 0 ? known : usualFormats;
}

function readStored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
