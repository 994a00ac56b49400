/** In characters. */
export const maxNameLength = 255;

/**
 * The name that a job shows for its media: the base name of an uploaded file, or the name that the server of a URL gave, else what
 * the URL ends with, else its host. Control characters are dropped and at most 255 characters are kept.
 */
export function mediaName(
  source: { fileName: string } | { mediaUrl: string; servedName?: string | undefined },
): string {
  if ('fileName' in source) return cleanText(baseName(source.fileName)) || 'untitled';
  const url = new URL(source.mediaUrl);
  return (
    cleanText(baseName(source.servedName ?? '')) || cleanText(baseName(decoded(url.pathname))) || url.hostname
  );
}

/** The name of a new job: the chosen one, or that of its media, which a download may tell better. */
export function nameJob({
  name,
  media,
}: {
  name?: string | undefined;
  media: Parameters<typeof mediaName>[0];
}): { name: string; nameChosen: boolean } {
  const chosen = cleanText(name ?? '');
  return chosen === '' ? { name: mediaName(media), nameChosen: false } : { name: chosen, nameChosen: true };
}

/** Browsers and clients on Windows may send a whole path. */
function baseName(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? '';
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A name as it is kept: without control characters and blanks around it, 255 characters at most. May be empty. */
export function cleanText(name: string): string {
  // Control and format characters, lone surrogates, and the marks that turn the direction of what follows.
  const clean = name.replace(/[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim();
  return Array.from(clean).slice(0, maxNameLength).join('');
}
