import { decode } from '#lib/net/file-names/decode-name';

const word = /=\?([\w-]+)(?:\*[\w-]*)?\?([bq])\?([^?]*)\?=/gi;

/** Decodes a text's encoded words (RFC 2047), which some libraries put into file names, like browsers. */
export function decodeEncodedWords(text: string): string {
  // Blanks between encoded words are not part of the text.
  return text
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(word, (whole, charset: string, kind: string, coded: string) => {
      const bytes = kind.toLowerCase() === 'b' ? Buffer.from(coded, 'base64') : decodeQ(coded);
      return decode(bytes, charset) ?? whole;
    });
}

function decodeQ(coded: string): Buffer {
  const text = coded
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, 'latin1');
}
