import { Document, ExternalHyperlink, HeadingLevel, Packer, Paragraph, TextRun } from 'docx';
import { nothingSaid, type Printable } from '#lib/transcripts/documents/printable';
import { findDirections } from '#lib/transcripts/documents/text-direction';
import { fontsOf } from '#lib/transcripts/word/fonts';
import { makeRepeatable } from '#lib/transcripts/word/make-repeatable';
import { wordFooter, wordPage, wordStyles } from '#lib/transcripts/word/styles';

/**
 * A transcript as a Word document (Office Open XML): a heading, and for each monologue its speaker, its time as a
 * link into the editor, and its text, in fonts that the reader's own machine has for each script. The same
 * transcript gives the same bytes.
 */
export async function toWord(document: Printable): Promise<Buffer> {
  const { name, language, blocks } = document;
  const heading = new Paragraph({
    heading: HeadingLevel.HEADING_1,
    bidirectional: directionOf(name) === 'rtl',
    children: toRuns(name, directionOf(name), {}),
  });
  const text = blocks.length > 0 ? blocks.map(toParagraph) : [new Paragraph({ text: nothingSaid })];
  const word = new Document({
    title: name,
    creator: 'Longhand',
    styles: wordStyles(language),
    sections: [
      { properties: { page: wordPage }, footers: { default: wordFooter() }, children: [heading, ...text] },
    ],
  });
  const properties = { path: 'docProps/core.xml', data: toProperties(document) };
  return makeRepeatable(await Packer.toBuffer(word, undefined, [properties]));
}

function toParagraph({ speaker, clock, link, text }: Printable['blocks'][number]): Paragraph {
  const bold = { bold: true };
  const direction = directionOf(text || speaker);
  const time = new TextRun({ ...bold, text: clock, style: 'Hyperlink' });
  return new Paragraph({
    bidirectional: direction === 'rtl',
    children: [
      ...toRuns(`${speaker} (`, direction, bold),
      new ExternalHyperlink({ link, children: [time] }),
      ...toRuns('):', direction, bold),
      new TextRun({ break: 1 }),
      ...toRuns(text, direction, {}),
    ],
  });
}

function directionOf(text: string): 'ltr' | 'rtl' {
  return findDirections(text).level === 1 ? 'rtl' : 'ltr';
}

/** Word takes the looks of text that runs right to left from other properties: it must be told which text does. */
function toRuns(text: string, paragraph: 'ltr' | 'rtl', look: { bold?: boolean }): TextRun[] {
  return findDirections(text, paragraph).stretches.map(({ text: stretch, level }) => {
    const turned = level % 2 === 1 ? { rightToLeft: true } : {};
    return new TextRun({ ...look, ...turned, ...fontsOf(stretch), text: stretch });
  });
}

/** The document's properties, which docx writes without the language and with the hour of printing. */
function toProperties({ name, language, createdAt }: Printable): string {
  const created = new Date(createdAt).toISOString().replace(/\.\d+/, '');
  const date = (tag: string): string =>
    `<dcterms:${tag} xsi:type="dcterms:W3CDTF">${created}</dcterms:${tag}>`;
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"',
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    `<dc:title>${escapeXml(name)}</dc:title><dc:creator>Longhand</dc:creator>`,
    `<dc:language>${escapeXml(language)}</dc:language>${date('created')}${date('modified')}`,
    '</cp:coreProperties>',
  ].join('');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
