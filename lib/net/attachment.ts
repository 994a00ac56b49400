import { create } from 'content-disposition';

/** A download's Content-Disposition (RFC 6266, RFC 8187), without control characters and path separators. */
export function attachment(fileName: string): string {
  const name = fileName
    .replaceAll(/[\p{Cc}\p{Cs}\p{Cf}/\\]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return create(name, { fallback: toAscii(name) });
}

/** Letters lose their accents; a quote or a percent sign, which clients read differently, and all else is `_`. */
function toAscii(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\x20-\x7e]+|["%/\\]/g, '_');
}
