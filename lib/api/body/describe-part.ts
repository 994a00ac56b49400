import { parse as parseDisposition } from 'content-disposition';

/** The header lines of one part of a multipart body, by name in lower case. */
export type PartHeader = Record<string, string[] | undefined>;

/**
 * What a part of a form is: its field's name, file name (empty without one) and media type. Headers are read as
 * browsers write them: UTF-8, `"` as `%22`; and as curl once did: `\"`.
 */
export function describePart(header: PartHeader): {
  name: string | undefined;
  fileName: string;
  mediaType: string;
} {
  const [disposition = ''] = header['content-disposition'] ?? [];
  const [mediaType = 'text/plain'] = header['content-type'] ?? [];
  const written = Buffer.from(disposition, 'latin1').toString('utf8').replaceAll('\\"', '%22');
  const { type, parameters } = parseDisposition(written, { multipart: true });
  return {
    name: type === 'form-data' ? parameters['name'] : undefined,
    fileName: parameters['filename'] ?? '',
    mediaType: mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '',
  };
}
