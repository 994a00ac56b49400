import {
  Document,
  ExternalHyperlink,
  Footer,
  Header,
  HeadingLevel,
  type IParagraphOptions,
  type IRunOptions,
  LineNumberRestartFormat,
  Packer,
  Paragraph,
  type ParagraphChild,
  TextRun,
} from 'docx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import {
  type DocumentBlock,
  type DocumentFrame,
  type DocumentPart,
  toPlain,
  type TranscriptDocument,
} from '#lib/exports/documents/transcript-document';
import { findDirections } from '#lib/exports/documents/text-direction';
import { getFonts } from '#lib/exports/word/fonts';
import { isEmpty } from '#lib/exports/documents/page';
import { dimmed, factsLook, toMargin, toWordPage, wordStyles } from '#lib/exports/word/styles';

/** Writes a transcript as a reproducible Word document in system fonts. Times link to the editor. */
export async function toWord(document: TranscriptDocument): Promise<Buffer> {
  const { name, blocks } = document;
  const direction = getDirection(name);
  const children = runOptions(name, direction, {}).map((options) => new TextRun(options));
  const text = blocks.length > 0 ? blocks.map(toParagraph) : [new Paragraph({ text: document.emptyText })];
  return packWord(document, [...toHeading(document, { direction, children }), ...text]);
}

/** Returns a document's heading and facts. `mark` is the tracked end of the paragraph before the text. */
export function toHeading(
  { facts }: Pick<TranscriptDocument, 'facts'>,
  {
    direction,
    children,
    mark = {},
  }: { direction: 'ltr' | 'rtl'; children: TextRun[]; mark?: NonNullable<IParagraphOptions['run']> },
): Paragraph[] {
  const heading = { heading: HeadingLevel.HEADING_1, bidirectional: direction === 'rtl', children };
  if (facts === undefined) return [new Paragraph({ ...heading, run: mark })];
  return [
    new Paragraph({ ...heading, ...unnumbered, spacing: factsLook.headingSpacing }),
    new Paragraph({
      bidirectional: direction === 'rtl',
      keepNext: true,
      ...unnumbered,
      spacing: factsLook.spacing,
      run: mark,
      children: [new TextRun({ text: facts, ...factsLook.run })],
    }),
  ];
}

/** Line numbers count only the transcript. */
const unnumbered = { suppressLineNumbers: true };

/** Packs paragraphs into a Word document with properties and page numbers. The same content gives the same bytes. */
export async function packWord(document: DocumentFrame, paragraphs: Paragraph[]): Promise<Buffer> {
  const word = new Document({
    title: document.name,
    creator: 'Longhand',
    styles: wordStyles(document.language, document.template),
    sections: [
      {
        properties: {
          page: toWordPage(document),
          ...(document.template?.lineNumbers === true && { lineNumbers }),
        },
        ...(!isEmpty(document.header) && {
          headers: { default: new Header({ children: [toMargin(document.header, document.template)] }) },
        }),
        ...(!isEmpty(document.footer) && {
          footers: { default: new Footer({ children: [toMargin(document.footer, document.template)] }) },
        }),
        children: paragraphs,
      },
    ],
  });
  const properties = { path: 'docProps/core.xml', data: toProperties(document) };
  return makeRepeatable(await Packer.toBuffer(word, undefined, [properties]));
}

/** Numbers restart on each page, since citations give page and line. */
const lineNumbers = { countBy: 1, restart: LineNumberRestartFormat.NEW_PAGE };

function toParagraph({ label, isOwnLine, text }: DocumentBlock): Paragraph {
  const direction = getDirection(toPlain(text) || toPlain(label));
  const separator = isOwnLine ? { break: 1 } : { text: ' ' };
  return new Paragraph({
    bidirectional: direction === 'rtl',
    children: [
      ...label.flatMap((part) => toRuns(part, direction)),
      ...(label.length > 0 ? [new TextRun(separator)] : []),
      ...text.flatMap((part) => toRuns(part, direction)),
    ],
  });
}

function toRuns(part: DocumentPart, direction: 'ltr' | 'rtl'): ParagraphChild[] {
  const look = toRunLook(part);
  if (part.link === undefined)
    return runOptions(part.text, direction, look).map((options) => new TextRun(options));
  const time = new TextRun({ ...look, text: part.text });
  return [new ExternalHyperlink({ link: part.link, children: [time] })];
}

export function toRunLook({
  isBold,
  isDimmed,
  link,
}: Pick<DocumentPart, 'isBold' | 'isDimmed'> & { link?: string | undefined }): RunLook {
  return {
    ...(isBold && { bold: true }),
    ...(isDimmed && { color: dimmed }),
    ...(link !== undefined && { style: 'Hyperlink' }),
  };
}

export function getDirection(text: string): 'ltr' | 'rtl' {
  return findDirections(text).level === 1 ? 'rtl' : 'ltr';
}

type RunLook = Pick<IRunOptions, 'bold' | 'color' | 'style'>;

/** Splits text by direction: Word takes the look of right-to-left text from other properties and has to be told. */
export function runOptions(text: string, paragraph: 'ltr' | 'rtl', look: RunLook): IRunOptions[] {
  return findDirections(text, paragraph).stretches.map(({ text: stretch, level }) => {
    const turned = level % 2 === 1 ? { rightToLeft: true } : {};
    return { ...look, ...turned, ...getFonts(stretch), text: stretch };
  });
}

/** The document's properties. docx would omit the language and write the current time. */
function toProperties({
  name,
  language,
  createdAt,
}: Pick<TranscriptDocument, 'name' | 'language' | 'createdAt'>): string {
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

/** Zip archives support times from 1980 to 2099. */
const mtime = new Date(1980, 0, 1);

/** Makes documents reproducible by replacing the times and random link names that docx writes. */
function makeRepeatable(docx: Uint8Array): Buffer {
  const files = unzipSync(docx);
  const names = new Map<string, string>();
  for (const path of ['word/document.xml', 'word/_rels/document.xml.rels']) {
    const file = files[path];
    if (file === undefined) throw new Error(`a Word document without ${path}`);
    const text = strFromU8(file).replaceAll(/(?<=[ :][Ii]d=")rId[\w-]{12,}(?=")/g, (random) => {
      const name = names.get(random) ?? `rIdLink${names.size + 1}`;
      names.set(random, name);
      return name;
    });
    files[path] = strToU8(text);
  }
  return Buffer.from(zipSync(files, { mtime, level: 6 }));
}
