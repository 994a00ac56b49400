import type { SaxesTagNS } from 'saxes';
import { createAnchors, readComments, type CommentAnchors } from './read-comments';
import {
  createWordParser,
  findMainPart,
  readAttribute,
  readPart,
  wordNamespaces,
  type WordParser,
} from './read-part';
import { fileFaults, ImportFault, type ImportedParagraph } from '#lib/imports/imported-paragraph';
import { readBlocks, type IsSpeaker } from '#lib/imports/read-text';
import { maxTextLength } from '#lib/transcript/edit';

/**
 * Parses a Word document (ECMA-376, transitional and strict) as if all tracked changes were accepted, with its
 * comments. Skips text boxes, notes, headers, footers and the title. Throws `ImportFault`.
 */
export function readWord(docx: Uint8Array, isSpeaker?: IsSpeaker): ImportedParagraph[] {
  const main = findMainPart(docx);
  const anchors = createAnchors(readComments(docx, main));
  const blocks = createBlockReader(anchors);
  if (!readPart(docx, main, blocks.parser)) throw new ImportFault(fileFaults.noWord);
  const texts = blocks.end();
  const comments = anchors.assign(texts.length);
  const written = texts.map((text, i) => {
    const own = comments.get(i);
    return { text, ...(own !== undefined && { comments: own }) };
  });
  return readBlocks(written, isSpeaker);
}

/** Elements whose content is skipped. `Fallback` repeats text for old programs. */
const skipped: ReadonlySet<string> = new Set(['txbxContent', 'Fallback', 'rt', 'moveFrom', 'del']);

const comments: ReadonlySet<string> = new Set(['commentRangeStart', 'commentRangeEnd', 'commentReference']);

/** A time at the end of a line within a paragraph. Two spaces mark the line as a label. */
const timeBeforeBreak = /^([^\n]{1,100}\S) (?=\d[\d:.,]{3,11}\n)/;

/** The color of unlinked times in our exports. */
const dimmed = '6E6E73';
/** A run that is a linked or dimmed time, which exports insert at intervals. */
const aTime = /^[[(]?\d{1,3}(?::\d{2}){1,3}(?:[.,;:]\d{1,3})?[\])]?$/;
/** Not allowed in XML. */
const timeMark = '\u0001';
const beforeWords = new RegExp(`${timeMark}[^${timeMark}]*${timeMark} `, 'g');

/** Removes times before words, but keeps one at the end of a label. */
function withoutTimes(text: string): string {
  return text.replaceAll(beforeWords, '').replaceAll(timeMark, '');
}

/** Collects the text of paragraphs, with line breaks inside a paragraph as `\n`. */
function createBlockReader(anchors: CommentAnchors): { parser: WordParser; end: () => string[] } {
  const parser = createWordParser();
  const blocks: string[] = [];
  const open: string[] = [];
  let skippedDepth = 0;
  let text = '';
  let run = { text: '', isTime: false };
  let length = 0;
  let paragraph = { isTitle: false, isUnnumbered: false, isJoined: false };
  /** True until text follows the title and the facts below it. */
  let isInHead = true;
  let hasTitle = false;

  const openTag = (tag: SaxesTagNS): void => {
    const { local, uri } = tag;
    open.push(local);
    if (skippedDepth > 0) return;
    const isMark = open.at(-2) === 'rPr';
    if (skipped.has(local) && !isMark) {
      skippedDepth = open.length;
      return;
    }
    if (!wordNamespaces.has(uri)) return;
    const value = readAttribute(tag, 'val');
    if (local === 'r') {
      // A run may be nested in another, such as the base of a ruby.
      endRun();
      run.isTime = open.includes('hyperlink');
    } else if (local === 'color' && value === dimmed) run.isTime = true;
    else if (local === 'tab' && open.at(-2) === 'r') run.text += '    ';
    else if (local === 'br' || local === 'cr') run.text += '\n';
    else if (local === 'noBreakHyphen') run.text += '\u2011';
    else if (local === 'pStyle') paragraph.isTitle = /^(?:title|heading ?1)$/i.test(value);
    else if (comments.has(local)) readAnchor(tag);
    else if (local === 'suppressLineNumbers') paragraph.isUnnumbered = true;
    // A deleted or moved paragraph mark joins the paragraph with the next one.
    else if (isMark && open.at(-3) === 'pPr' && (local === 'del' || local === 'moveFrom'))
      paragraph.isJoined = true;
  };
  const readAnchor = (tag: SaxesTagNS): void => {
    const id = readAttribute(tag, 'id');
    // A comment between words has only a reference.
    if (tag.local !== 'commentRangeEnd') anchors.begin(id, blocks.length);
    if (tag.local !== 'commentRangeStart') anchors.end(id);
  };
  const closeTag = ({ local, uri }: SaxesTagNS): void => {
    if (skippedDepth === open.length) skippedDepth = 0;
    else if (skippedDepth === 0 && wordNamespaces.has(uri)) {
      if (local === 'r') endRun();
      else if (local === 'p') endParagraph();
    }
    open.pop();
  };
  const endRun = (): void => {
    text += run.isTime && aTime.test(run.text) ? `${timeMark}${run.text}${timeMark}` : run.text;
    run = { text: '', isTime: false };
  };
  const endParagraph = (): void => {
    endRun();
    const { isTitle, isUnnumbered, isJoined } = paragraph;
    paragraph = { isTitle: false, isUnnumbered: false, isJoined: false };
    if (isJoined) return;
    const isHead = isInHead && (isTitle || (hasTitle && isUnnumbered));
    hasTitle ||= isTitle;
    if (text.trim() !== '' && !isHead) {
      blocks.push(withoutTimes(text).replace(timeBeforeBreak, '$1  '));
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
    run.text += characters;
    anchors.add(characters);
  });
  return {
    parser,
    end() {
      if (text.trim() !== '') blocks.push(withoutTimes(text));
      return blocks;
    },
  };
}
