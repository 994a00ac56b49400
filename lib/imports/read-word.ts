import { SaxesParser, type SaxesTagNS } from 'saxes';
import { Unzip, UnzipInflate } from 'fflate';
import { fileFaults, ImportFault, type ImportedParagraph } from '#lib/imports/imported-paragraph';
import { readBlocks, type IsSpeaker } from '#lib/imports/read-text';
import { maxTextLength } from '#lib/transcript/edit';

/** A document of twelve hours of speech has some 10 MB; the size that a zip archive claims proves nothing. */
const maxXmlBytes = 64 * 1024 * 1024;

/**
 * The paragraphs of a Word document (ECMA-376, transitional and strict), as they are when all tracked changes are accepted.
 * Text boxes, comments, notes, headers and footers are left out, and so is the title before the text. Throws `ImportFault`.
 */
export function readWord(docx: Uint8Array, isSpeaker?: IsSpeaker): ImportedParagraph[] {
  const main = findMainPart(docx);
  const blocks = createBlockReader();
  readXml(docx, main, blocks.parser);
  return readBlocks(
    blocks.end().map((text) => ({ text })),
    isSpeaker,
  );
}

/** The path of the document itself in the archive, which its relationships tell (ECMA-376 part 2, 8.3). */
function findMainPart(docx: Uint8Array): string {
  let target: string | undefined;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ attributes }) => {
    if (attributes['Type']?.value.endsWith('/officeDocument') === true) target = attributes['Target']?.value;
  });
  readXml(docx, '_rels/.rels', parser);
  if (target === undefined) throw new ImportFault(fileFaults.noWord);
  return target.replace(/^\//, '');
}

/** Parses one file of the archive as it is unpacked. Document types and entities of its own are refused. */
function readXml(docx: Uint8Array, path: string, parser: SaxesParser<{ xmlns: true }>): void {
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
    // In pieces, so that no more than one of them is unpacked at a time.
    for (let at = 0; at < docx.length; at += pieceBytes) {
      unzip.push(docx.subarray(at, at + pieceBytes), at + pieceBytes >= docx.length);
    }
    if (decoder === undefined) throw new ImportFault(fileFaults.noWord);
    parser.close();
  } catch (error) {
    if (error instanceof ImportFault) throw error;
    throw new ImportFault(fileFaults.damagedWord);
  }
}

const pieceBytes = 64 * 1024;

const wordNamespaces: ReadonlySet<string> = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
]);

/** What is in these is no text of the document as it is read: `Fallback` repeats it for old programs. */
const skipped: ReadonlySet<string> = new Set(['txbxContent', 'Fallback', 'rt', 'moveFrom', 'del']);

/** A time at the end of a line within a paragraph, where a break is meant: with two blanks, the line is a label. */
const timeBeforeBreak = /^([^\n]{1,100}\S) (?=\d[\d:.,]{3,11}\n)/;

/** Collects the text of paragraphs; a line break stands for one within a paragraph. */
function createBlockReader(): { parser: SaxesParser<{ xmlns: true }>; end: () => string[] } {
  const parser = new SaxesParser({ xmlns: true });
  const blocks: string[] = [];
  const open: string[] = [];
  let skippedDepth = 0;
  let text = '';
  let length = 0;
  let paragraph = { isTitle: false, isUnnumbered: false, isJoined: false };
  /** True until text follows the title, beside which its facts stand. */
  let isInHead = true;
  let hasTitle = false;

  const openTag = ({ local, uri, attributes }: SaxesTagNS): void => {
    open.push(local);
    if (skippedDepth > 0) return;
    const isMark = open.at(-2) === 'rPr';
    if (skipped.has(local) && !isMark) {
      skippedDepth = open.length;
      return;
    }
    if (!wordNamespaces.has(uri)) return;
    const value = Object.values(attributes).find((attribute) => attribute.local === 'val')?.value ?? '';
    if (local === 'tab' && open.at(-2) === 'r') text += '    ';
    else if (local === 'br' || local === 'cr') text += '\n';
    else if (local === 'noBreakHyphen') text += '\u2011';
    else if (local === 'pStyle') paragraph.isTitle = /^(?:title|heading ?1)$/i.test(value);
    else if (local === 'suppressLineNumbers') paragraph.isUnnumbered = true;
    // The end of a paragraph that was deleted, or moved elsewhere, joins it with the next one.
    else if (isMark && open.at(-3) === 'pPr' && (local === 'del' || local === 'moveFrom'))
      paragraph.isJoined = true;
  };
  const closeTag = ({ local, uri }: SaxesTagNS): void => {
    if (skippedDepth === open.length) skippedDepth = 0;
    else if (skippedDepth === 0 && local === 'p' && wordNamespaces.has(uri)) endParagraph();
    open.pop();
  };
  const endParagraph = (): void => {
    const { isTitle, isUnnumbered, isJoined } = paragraph;
    paragraph = { isTitle: false, isUnnumbered: false, isJoined: false };
    if (isJoined) return;
    const isHead = isInHead && (isTitle || (hasTitle && isUnnumbered));
    hasTitle ||= isTitle;
    if (text.trim() !== '' && !isHead) {
      blocks.push(text.replace(timeBeforeBreak, '$1  '));
      isInHead = false;
    }
    text = '';
  };
  parser.on('opentag', openTag);
  parser.on('closetag', closeTag);
  parser.on('text', (characters) => {
    if (skippedDepth > 0 || open.at(-1) !== 't') return;
    length += characters.length;
    if (length > maxTextLength)
      throw new ImportFault(`A transcript is limited to ${maxTextLength} characters.`);
    text += characters;
  });
  return {
    parser,
    end() {
      if (text.trim() !== '') blocks.push(text);
      return blocks;
    },
  };
}
