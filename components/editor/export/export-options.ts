import { defaultTemplate, type ExportTemplate } from '#lib/transcript/text/export-template';

/** Export formats, in display order. */
export const formats = ['word', 'text', 'pdf', 'markdown', 'tracked', 'srt', 'vtt', 'json'] as const;

/** Format, version and content of an export. */
export interface ExportOptions {
  format: (typeof formats)[number];
  /** A number, `latest` or `machine`. */
  version: string;
  /** Name speakers in captions; undefined for the format's default. */
  speakers?: boolean;
}

/** The default export. */
export const defaultExport: ExportOptions = { format: 'word', version: 'latest' };

/** The options of each format: a full template, or only naming the speakers. */
export const choices: Partial<Record<ExportOptions['format'], 'template' | 'speakers'>> = {
  word: 'template',
  text: 'template',
  pdf: 'template',
  markdown: 'template',
  tracked: 'template',
  srt: 'speakers',
  vtt: 'speakers',
};

/** True for formats that have pages. */
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
    // Documents are dated in the reader's time zone.
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  return `export?${query.toString()}`;
}

/** The path of the preview of the first page. */
export function getPreviewPath(
  { version }: Pick<ExportOptions, 'version'>,
  template: ExportTemplate,
): string {
  return `${getExportPath({ format: 'pdf', version }, template)}&preview=1`;
}
