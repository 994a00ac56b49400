import path from 'node:path';
import { parse } from 'content-disposition';
import { decodeEncodedWords } from '#lib/net/file-names/decode-encoded-words';
import { decode, decodeName } from '#lib/net/file-names/decode-name';

/** Reads the name in a Content-Disposition header (RFC 6266, RFC 8187), as leniently as browsers; undefined if none. */
export function readFileName(header: string | undefined): string | undefined {
  const name = path.win32
    .basename(readParameter(header))
    .replace(/\p{Cc}/gu, '')
    .trim();
  if (name === '' || name === '.' || name === '..') return undefined;
  return Array.from(name).slice(0, 255).join('');
}

function readParameter(header = ''): string {
  // The first of repeated headers counts. Some servers omit the disposition type before the parameters.
  const [first = ''] = header.split(/,\s*(?=(?:attachment|inline)\b)/i, 1);
  const whole = /^\s*filename\*?\s*=/i.test(first) ? `attachment; ${first}` : first;
  try {
    const { filename = '', 'filename*': extended = '' } = parse(whole).parameters;
    return decodeExtended(extended) ?? unescape(decodeEncodedWords(reread(filename)));
  } catch {
    // Many servers send invalid headers; a download needs no name.
    return '';
  }
}

/** Decodes `UTF-8''Gr%C3%BC%C3%9Fe.mp3` in any encoding; undefined if missing or invalid in that encoding. */
function decodeExtended(value: string): string | undefined {
  if (value === '') return undefined;
  const [, charset = 'utf-8', escaped = ''] = /^(?:([^']*)'[^']*')?(.*)$/s.exec(value) ?? [];
  return decode(toBytes(escaped), charset.trim() === 'utf8' ? 'utf-8' : charset.trim() || 'utf-8');
}

function toBytes(escaped: string): Buffer {
  const parts = escaped.split(/(%[0-9a-f]{2})/i).map((part) => {
    return /^%[0-9a-f]{2}$/i.test(part) ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part);
  });
  return Buffer.concat(parts);
}

/** Node.js decodes header bytes as Latin-1: tries UTF-8 instead. */
function reread(text: string): string {
  return /[\u0080-\u00ff]/.test(text) && !/[^\0-\u00ff]/.test(text)
    ? decodeName(Buffer.from(text, 'latin1'))
    : text;
}

/** Escapes aren't part of the syntax, but browsers decode valid UTF-8 ones. */
function unescape(text: string): string {
  return /%[0-9a-f]{2}/i.test(text) ? (decode(toBytes(text), 'utf-8') ?? text) : text;
}
