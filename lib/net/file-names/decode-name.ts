/** A file's name from header bytes: UTF-8, else Shift_JIS if that gives Japanese, else Windows-1252. */
export function decodeName(bytes: Uint8Array): string {
  const japanese = () => {
    const text = decode(bytes, 'shift_jis');
    return text !== undefined && isJapanese(text) ? text : undefined;
  };
  return decode(bytes, 'utf-8') ?? japanese() ?? decodeWestern(bytes);
}

/** Node 20 takes Windows-1252 for Latin-1, which has controls where Windows has quotes and dashes, as its Turkish page has. */
function decodeWestern(bytes: Uint8Array): string {
  const windows = new TextDecoder('windows-1254');
  return new TextDecoder('latin1')
    .decode(bytes)
    .replace(/[\x80-\x9f]/g, (control) => windows.decode(Uint8Array.of(control.charCodeAt(0))));
}

/** The text that bytes are in an encoding; undefined where they are none, or there is no such encoding. */
export function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Letters with accents come out as single ideographs among Latin letters, never as kana or as several in a row. */
function isJapanese(text: string): boolean {
  return /[\u3041-\u30fe]|\p{Script=Han}{2}/u.test(text) && !/\p{Co}/u.test(text);
}
