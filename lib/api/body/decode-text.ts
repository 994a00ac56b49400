/**
 * The text of a body or of a part: UTF-8, or what its byte order mark says (UTF-8 or UTF-16), without the mark. RFC 8259, 8.1 has
 * no mark before JSON, but lets it be ignored; programs on Windows write one.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}
