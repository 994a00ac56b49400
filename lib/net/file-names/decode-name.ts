/** Decodes a file name from header bytes: UTF-8, else Shift_JIS if that yields Japanese, else Windows-1252. */
export function decodeName(bytes: Uint8Array): string {
  const japanese = () => {
    const text = decode(bytes, 'shift_jis');
    return text !== undefined && isJapanese(text) ? text : undefined;
  };
  return decode(bytes, 'utf-8') ?? japanese() ?? decodeWestern(bytes);
}

/** Node 20 decodes Windows-1252 as Latin-1, so its quotes and dashes come from Windows-1254, which shares them. */
function decodeWestern(bytes: Uint8Array): string {
  const windows = new TextDecoder('windows-1254');
  return new TextDecoder('latin1')
    .decode(bytes)
    .replace(/[\x80-\x9f]/g, (control) => windows.decode(Uint8Array.of(control.charCodeAt(0))));
}

/** Decodes bytes strictly; undefined if invalid or the encoding is unknown. */
export function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Misread accented letters yield single ideographs among Latin letters, never kana or several in a row. */
function isJapanese(text: string): boolean {
  return /[\u3041-\u30fe]|\p{Script=Han}{2}/u.test(text) && !/\p{Co}/u.test(text);
}
