import { apiLook, applyLook, type ExportedJob, type ExportLook } from '#lib/exports/documents/document-look';
import { type MarginLine, toMarginLine } from '#lib/exports/documents/margin-line';
import type { ExportTemplate } from '#lib/transcript/text/export-template';
import type { Turn, TurnPart } from '#lib/transcript/text/set-turns';
import type { Transcript } from '#lib/revisions/read-transcript';
import * as texts from '#messages/documents';

/** A document around its text. `language` is a BCP 47 tag, `createdAt` is in milliseconds. */
export interface DocumentFrame {
  name: string;
  facts?: string;
  language: string;
  createdAt: number;
  header: MarginLine;
  footer: MarginLine;
  /** The account's template; documents of the API have none. */
  template?: Pick<ExportTemplate, 'paper' | 'lineNumbers' | 'fontSize' | 'lineSpacing'>;
  /** The text below the heading when the transcript is empty. */
  emptyText: string;
}

/** A transcript as a document shows it: plain, clean text that a worker thread can be sent. */
export interface TranscriptDocument extends DocumentFrame {
  blocks: DocumentBlock[];
}

/** The words of one speaker, after a label on a line of its own or before the text. */
export interface DocumentBlock {
  label: DocumentPart[];
  isOwnLine: boolean;
  text: DocumentPart[];
}

/** A part of a block; `link` opens the editor at the moment that a time stands for. */
export interface DocumentPart {
  text: string;
  isBold?: true;
  isDimmed?: true;
  link?: string;
}

/** The address and the look of a document. `editorUrl` is the editor's address without a query. */
export interface DocumentSetting {
  editorUrl: string;
  look: ExportLook;
}

/** The document of a job's transcript. */
export function toDocument(
  { monologues }: Transcript,
  job: ExportedJob,
  { editorUrl, look }: DocumentSetting = { editorUrl: '', look: apiLook },
): TranscriptDocument {
  const said = monologues.map(({ speaker, words }) => ({ speaker: cleanText(speaker.name), words }));
  const blocks = applyLook(look)
    .setTurns(said)
    .map(({ text, ...label }) => ({
      ...toDocumentLabel(label, { editorUrl, look }),
      text: text.map((part) => toPart(part, { editorUrl, look })),
    }));
  return { ...toFrame(job, look, blocks.map(({ text }) => toPlain(text)).join('\n')), blocks };
}

/** The document's frame; `text` is that of the transcript. */
export function toFrame(job: ExportedJob, look: ExportLook, text: string): DocumentFrame {
  const { toFacts, toTitle, toDate, template } = applyLook(look);
  const facts = toFacts(job);
  const name = cleanText(toTitle(job.name)) || texts.untitled();
  const fields = { name, date: toDate(job.createdAt) };
  return {
    name,
    ...(facts !== undefined && { facts }),
    language: guessLanguage(text),
    createdAt: job.createdAt.getTime(),
    header: toMarginLine(cleanText(template?.header ?? ''), fields),
    footer: toMarginLine(cleanText(template?.footer ?? '{page} / {pages}'), fields),
    ...(template !== undefined && { template }),
    emptyText: texts.noSpeech(),
  };
}

/** The label before a block, on a line of its own or not. */
export function toDocumentLabel(
  { label, isOwnLine }: Omit<Turn, 'text'>,
  setting: DocumentSetting,
): Omit<DocumentBlock, 'text'> {
  return { isOwnLine, label: label.map((part) => toPart(part, setting)) };
}

function toPart(part: TurnPart, { editorUrl, look }: DocumentSetting): DocumentPart {
  // Blanks between parts stay.
  const text = part.text.trim() === '' ? part.text : cleanText(part.text);
  if (part.kind !== 'time') return part.kind === 'name' ? { text: part.text, isBold: true } : { text };
  const link = { link: `${editorUrl}?t=${part.startMs / 1000}` };
  if (look.kind === 'api') return { text, isBold: true, ...link };
  return look.template.links ? { text, ...link } : { text, isDimmed: true };
}

export function toPlain(parts: readonly DocumentPart[]): string {
  return parts.map(({ text }) => text).join('');
}

/**
 * The text as XML, PDF and a reader can bear it: one line, composed (NFC), without control characters, halves of
 * surrogate pairs, noncharacters and the marks that turn the direction of what follows them.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll(/[^\S\u00a0\u202f]+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
    .trim()
    .normalize('NFC');
}

/** Languages by their script, those first that share letters with a later one. Cyrillic doesn't tell the language. */
const languages = (
  'Hiragana|Katakana ja, Hangul ko, Han zh, Hebrew he, Arabic ar, Devanagari hi, Bengali bn, Gurmukhi pa, ' +
  'Gujarati gu, Tamil ta, Telugu te, Kannada kn, Malayalam ml, Sinhala si, Thai th, Lao lo, Khmer km, Myanmar my, ' +
  'Tibetan bo, Georgian ka, Armenian hy, Ethiopic am, Greek el, Cyrillic und-Cyrl'
)
  .split(', ')
  .map((entry) => {
    const [scripts = '', language = ''] = entry.split(' ');
    const pattern = scripts.replaceAll(/[^|]+/g, String.raw`\p{Script=$&}`);
    return [new RegExp(pattern, 'gu'), language] as const;
  });

const lookedAt = 20_000;

/** A text's language (BCP 47) by its letters, for readers aloud and fonts. Latin letters count as English. */
export function guessLanguage(text: string): string {
  const sample = text.slice(0, lookedAt);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  // Japanese is a third kana; a foreign name or two do not make another language.
  const found = languages.find(([script]) => (sample.match(script)?.length ?? 0) > letters * 0.25);
  return found?.[1] ?? 'en';
}
