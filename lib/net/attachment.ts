import { create } from 'content-disposition';

/** Returns a download's Content-Disposition (RFC 6266, RFC 8187), without control characters and path separators. */
export function attachment(fileName: string): string {
  const name = fileName
    .replaceAll(/[\p{Cc}\p{Cs}\p{Cf}/\\]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return create(name, { fallback: toAscii(name) });
}

/** Strips accents, and replaces other characters, quotes and percent signs (read differently by clients) by `_`. */
function toAscii(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\x20-\x7e]+|["%/\\]/g, '_');
}
