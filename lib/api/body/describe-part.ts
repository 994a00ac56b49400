import { parse as parseDisposition } from 'content-disposition';
import { decodeEncodedWords } from '#lib/net/file-names/decode-encoded-words';
import { decodeName } from '#lib/net/file-names/decode-name';

/** The header lines of one part of a multipart body, by name in lower case. */
export type PartHeader = Record<string, string[] | undefined>;

/**
 * The field name, the file name (empty if missing) and the declared media type of a part of a form. Reads headers as
 * browsers write them: UTF-8, `"` as `%22`; as curl once did: `\"`; and as other programs do: in another encoding, or in words of mail.
 */
export function describePart(header: PartHeader): {
  name: string | undefined;
  fileName: string;
  mediaType: string | undefined;
} {
  const [disposition = ''] = header['content-disposition'] ?? [];
  const [mediaType] = header['content-type'] ?? [];
  const written = decodeName(Buffer.from(disposition, 'latin1')).replaceAll('\\"', '%22');
  const { type, parameters } = parseDisposition(written, { multipart: true });
  return {
    name: type === 'form-data' ? parameters['name'] : undefined,
    fileName: decodeEncodedWords(parameters['filename'] ?? ''),
    mediaType: mediaType?.split(';', 1)[0]?.trim().toLowerCase() || undefined,
  };
}
