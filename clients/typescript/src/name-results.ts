import path from 'node:path';

/** The maximum file name length on common file systems, in bytes. */
const maxBytes = 255;

/** Candidate names of a result, best first: another recording may differ only in its extension. */
export function* nameResults(recording: string, extension: string): Generator<string> {
  const { name, ext } = path.parse(recording);
  yield shorten(name, `.${extension}`);
  yield shorten(name, `${ext}.${extension}`);
  for (let i = 2; ; i += 1) yield shorten(name, `${ext}-${i}.${extension}`);
}

/** Truncates a name that would be too long with this ending. */
function shorten(name: string, ending: string): string {
  const room = maxBytes - Buffer.byteLength(ending);
  if (Buffer.byteLength(name) <= room) return `${name}${ending}`;
  let kept = '';
  let bytes = 0;
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > room) break;
    kept += character;
  }
  return `${kept}${ending}`;
}
