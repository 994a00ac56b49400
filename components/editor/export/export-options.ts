import { defaultTemplate, type ExportTemplate } from '#lib/transcript/text/export-template';

/** The formats of an export, in the order in which they are offered. */
export const formats = ['word', 'text', 'pdf', 'markdown', 'tracked', 'srt', 'vtt', 'json'] as const;

/** Format, version and content of an export. */
export interface ExportOptions {
  format: (typeof formats)[number];
  /** A number, `latest` or `machine`. */
  version: string;
  /** Captions name their speakers; undefined for what is usual in the format. */
  speakers?: boolean;
}

/** The default export. */
export const defaultExport: ExportOptions = { format: 'word', version: 'latest' };

/** The choices of each format: all that a template has, or naming the speakers. */
export const choices: Partial<Record<ExportOptions['format'], 'template' | 'speakers'>> = {
  word: 'template',
  text: 'template',
  pdf: 'template',
  markdown: 'template',
  tracked: 'template',
  srt: 'speakers',
  vtt: 'speakers',
};

/** The formats that have pages. */
export const hasPages = (format: ExportOptions['format']): boolean =>
  format === 'word' || format === 'pdf' || format === 'tracked';

/** The path of an export, relative to the transcript's address. */
export function getExportPath(
  { format, version, speakers }: ExportOptions,
  template: ExportTemplate = defaultTemplate,
): string {
  const query = new URLSearchParams({
    format: format === 'tracked' ? 'word' : format,
    version: format === 'tracked' ? 'latest' : version,
    ...(speakers !== undefined && { speakers: speakers ? '1' : '0' }),
    tracked: format === 'tracked' ? '1' : '0',
    template: JSON.stringify(template),
    // A document's date is the reader's.
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  return `export?${query.toString()}`;
}

/** The path of the picture of the first page. */
export function getPreviewPath(
  { version }: Pick<ExportOptions, 'version'>,
  template: ExportTemplate,
): string {
  return `${getExportPath({ format: 'pdf', version }, template)}&preview=1`;
}
