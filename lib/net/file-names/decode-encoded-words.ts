import { decode } from '#lib/net/file-names/decode-name';

const word = /=\?([\w-]+)(?:\*[\w-]*)?\?([bq])\?([^?]*)\?=/gi;

/** Text with the encoded words of mail in it (RFC 2047), which some libraries put into file names, decoded as browsers do. */
export function decodeEncodedWords(text: string): string {
  // Blanks between two of them belong to neither.
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
