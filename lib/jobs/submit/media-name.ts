/** In characters. */
export const maxNameLength = 255;

/**
 * Returns a job's name for its media: the base name of an uploaded file, or for a URL the name given by its server,
 * else its last segment, else its host. Removes control characters, and truncates to 255 characters.
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

/** Names a new job: the chosen name, or that of its media, which a download may improve. */
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

/** Browsers and clients on Windows may send a full path. */
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

/** Removes control characters and surrounding blanks from a name, and truncates to 255 characters. May be empty. */
export function cleanText(name: string): string {
  // Control characters, lone surrogates, and bidirectional formatting characters.
  const clean = name.replace(/[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim();
  return Array.from(clean).slice(0, maxNameLength).join('');
}
