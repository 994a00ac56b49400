import { create } from 'content-disposition';

/**
 * The Content-Disposition of a download by this name (RFC 6266): what is not ASCII stands in `filename*` (RFC 8187), with
 * an ASCII name beside it for clients that don't read that. Control and direction characters, and what parts the folders
 * of a path, are no part of a name.
 */
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
