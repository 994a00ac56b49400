import { SaxesParser, type SaxesTagNS } from 'saxes';
import { Unzip, UnzipInflate } from 'fflate';
import { fileFaults, ImportFault } from '#lib/imports/imported-paragraph';

/** Twelve hours of speech have about 10 MB. The size that a zip archive claims can't be trusted. */
const maxXmlBytes = 64 * 1024 * 1024;

const pieceBytes = 64 * 1024;

/** The namespaces of document text: transitional and strict. */
export const wordNamespaces: ReadonlySet<string> = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
]);

export type WordParser = SaxesParser<{ xmlns: true }>;

export const createWordParser = (): WordParser => new SaxesParser({ xmlns: true });

/** Returns an attribute by its local name, '' if there is none. */
export function readAttribute({ attributes }: SaxesTagNS, name: string): string {
  return Object.values(attributes).find(({ local }) => local === name)?.value ?? '';
}

/** Returns the path of the main document in the archive. */
export function findMainPart(docx: Uint8Array): string {
  const target = findRelated(docx, { relationships: '_rels/.rels', type: '/officeDocument', folder: '' });
  if (target === undefined) throw new ImportFault(fileFaults.noWord);
  return target;
}

/** Returns the path of the document's comments, undefined if it has none. */
export function findComments(docx: Uint8Array, main: string): string | undefined {
  const [, folder = '', name = ''] = /^(.*\/)?([^/]*)$/.exec(main) ?? [];
  const relationships = `${folder}_rels/${name}.rels`;
  return findRelated(docx, { relationships, type: '/comments', folder });
}

/** Returns the target of the last relationship whose type has this ending (ECMA-376 part 2, 8.3). */
function findRelated(
  docx: Uint8Array,
  { relationships, type, folder }: { relationships: string; type: string; folder: string },
): string | undefined {
  let target: string | undefined;
  const parser = createWordParser();
  parser.on('opentag', (tag) => {
    if (readAttribute(tag, 'Type').endsWith(type)) target = readAttribute(tag, 'Target');
  });
  readPart(docx, relationships, parser);
  if (target === undefined || target.startsWith('/')) return target?.slice(1);
  return `${folder}${target}`;
}

/** Parses one file of the archive while unzipping it; false if there is none. Rejects document types and entities. */
export function readPart(docx: Uint8Array, path: string, parser: WordParser): boolean {
  parser.on('doctype', () => {
    throw new ImportFault(fileFaults.documentType);
  });
  parser.on('error', () => {
    throw new ImportFault(fileFaults.damagedWord);
  });
  let decoder: TextDecoder | undefined;
  let bytes = 0;
  const unzip = new Unzip((file) => {
    if (file.name !== path || decoder !== undefined) return;
    file.ondata = (error, chunk, isLast) => {
      if (error !== null) throw error;
      bytes += chunk.length;
      if (bytes > maxXmlBytes) throw new ImportFault(fileFaults.tooLarge);
      decoder ??= new TextDecoder(chunk[0] === 0xff ? 'utf-16le' : chunk[0] === 0xfe ? 'utf-16be' : 'utf-8');
      parser.write(decoder.decode(chunk, { stream: !isLast }));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    // Unzips in chunks, so that only one is unpacked in memory.
    for (let at = 0; at < docx.length; at += pieceBytes) {
      unzip.push(docx.subarray(at, at + pieceBytes), at + pieceBytes >= docx.length);
    }
    if (decoder !== undefined) parser.close();
    return decoder !== undefined;
  } catch (error) {
    if (error instanceof ImportFault) throw error;
    throw new ImportFault(fileFaults.damagedWord);
  }
}
