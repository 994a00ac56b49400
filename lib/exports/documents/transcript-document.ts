import { apiLook, applyLook, type ExportedJob, type ExportLook } from '#lib/exports/documents/document-look';
import { type MarginLine, toMarginLine } from '#lib/exports/documents/page';
import type { ExportTemplate } from '#lib/transcript/text/export-template';
import type { Turn, TurnPart } from '#lib/transcript/text/set-turns';
import type { Transcript } from '#lib/revisions/read-transcript';
import * as texts from '#messages/documents';

/** A document without its text. `language` is a BCP 47 tag, `createdAt` is in milliseconds. */
export interface DocumentFrame {
  name: string;
  facts?: string;
  language: string;
  createdAt: number;
  header: MarginLine;
  footer: MarginLine;
  /** The account's template; documents of the API have none. */
  template?: Pick<ExportTemplate, 'paper' | 'lineNumbers' | 'fontSize' | 'lineSpacing'>;
  /** The text below the heading if the transcript is empty. */
  emptyText: string;
}

/** A transcript as a document: plain, clean text that can be sent to a worker thread. */
export interface TranscriptDocument extends DocumentFrame {
  blocks: DocumentBlock[];
}

/** One speaker's words, after a label on a line of its own or before the text. */
export interface DocumentBlock {
  label: DocumentPart[];
  isOwnLine: boolean;
  text: DocumentPart[];
}

/** A part of a block. `link` opens the editor at a time. */
export interface DocumentPart {
  text: string;
  isBold?: true;
  isDimmed?: true;
  link?: string;
}

/** The link target and look of a document. `editorUrl` has no query. */
export interface DocumentSetting {
  editorUrl: string;
  look: ExportLook;
}

/** Converts a job's transcript to a document. */
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

/** Returns the document's frame. `text` is the transcript's text. */
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

/** Returns the label before a block, on a line of its own or not. */
export function toDocumentLabel(
  { label, isOwnLine }: Omit<Turn, 'text'>,
  setting: DocumentSetting,
): Omit<DocumentBlock, 'text'> {
  return { isOwnLine, label: label.map((part) => toPart(part, setting)) };
}

function toPart(part: TurnPart, { editorUrl, look }: DocumentSetting): DocumentPart {
  // Keeps white space between parts.
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
 * Cleans text for XML, PDF and readers: one line in NFC, without control characters, lone surrogates, noncharacters and
 * direction overrides.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll(/[^\S\u00a0\u202f\u3000]+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
    .trim()
    .normalize('NFC');
}

/** Scripts (ISO 15924) of living languages other than Latin. A script that shares letters with another comes first. */
const scripts = (
  'Hira Kana Hang Hani Bopo Hebr Arab Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Khmr Mymr Tibt ' +
  'Geor Armn Ethi Grek Cyrl Thaa Syrc Nkoo Tfng Cher Cans Mong Java Sund Bali Bugi Olck Adlm Yiii Vaii Cakm Lepc ' +
  'Limb Lisu Mtei Osge Rohg Saur Tale Talu Tavt Lana Kali Cham Batk Newa Hmnp Mand Sylo Wcho Plrd Bamu Mend'
).split(' ');

/** The most likely language of each script (Unicode CLDR, likely subtags). Cyrillic doesn't tell the language. */
const languages = scripts.map((script) => {
  const { language } = new Intl.Locale(`und-${script}`).maximize();
  return [
    new RegExp(String.raw`\p{Script=${script}}`, 'gu'),
    script === 'Cyrl' ? 'und-Cyrl' : language,
  ] as const;
});

const lookedAt = 20_000;

/**
 * Guesses a text's language (BCP 47) by its script, for screen readers and fonts: the one of a script with a quarter of the
 * letters, else English, or `und` if more letters are of unknown scripts than Latin.
 */
export function guessLanguage(text: string): string {
  const sample = text.slice(0, lookedAt);
  const count = (pattern: RegExp): number => sample.match(pattern)?.length ?? 0;
  const letters = count(/\p{L}/gu);
  const counts = languages.map(([script]) => count(script));
  // A third of Japanese text is kana. A few foreign names don't change the language.
  const found = counts.findIndex((known) => known > letters * 0.25);
  if (found !== -1) return languages[found]?.[1] ?? 'und';
  const latin = count(/\p{Script=Latin}/gu);
  const unknown = letters - counts.reduce((sum, known) => sum + known, latin);
  return latin >= unknown ? 'en' : 'und';
}
