import path from 'node:path';
import { parse } from 'content-disposition';

/**
 * Reads the file name of a Content-Disposition header (RFC 6266, RFC 8187): its last path segment without control
 * characters, at most 255 characters; nothing when none is left or the header is malformed.
 */
export function readFileName(header: string | undefined): string | undefined {
  const name = path.win32
    .basename(readParameter(header))
    .replace(/\p{Cc}/gu, '')
    .trim();
  if (name === '' || name === '.' || name === '..') return undefined;
  return Array.from(name).slice(0, 255).join('');
}

function readParameter(header = ''): string {
  try {
    return parse(header).parameters['filename'] ?? '';
  } catch {
    // Many servers write what the RFC does not allow; a download needs no name.
    return '';
  }
}
