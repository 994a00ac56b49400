import type { ContentOptions } from './rich-text';

/** The formats of an export, in the order in which they are offered. */
export const formats = ['word', 'text', 'pdf', 'tracked', 'srt', 'vtt', 'json'] as const;

/** The optional content of a file; `links` makes its times links into the editor. */
export interface FileContent extends ContentOptions {
  links: boolean;
}

/** Format, version and content of an export. */
export interface ExportOptions extends FileContent {
  format: (typeof formats)[number];
  /** A number, `latest` or `machine`. */
  version: string;
}

/** The default export. */
export const defaultExport: ExportOptions = {
  format: 'word',
  version: 'latest',
  times: true,
  speakers: true,
  links: true,
};

/** The optional content of each format. */
export const optionalContent: Record<ExportOptions['format'], ReadonlyArray<keyof FileContent>> = {
  word: ['times', 'speakers', 'links'],
  text: ['times', 'speakers'],
  pdf: ['times', 'speakers', 'links'],
  tracked: ['times', 'speakers', 'links'],
  vtt: ['speakers'],
  srt: [],
  json: [],
};

/** The path of an export, relative to the transcript's address. */
export function getExportPath({ format, version, times, speakers, links }: ExportOptions): string {
  const query = new URLSearchParams({
    format: format === 'tracked' ? 'word' : format,
    version: format === 'tracked' ? 'latest' : version,
    times: times ? '1' : '0',
    speakers: speakers ? '1' : '0',
    links: links ? '1' : '0',
    tracked: format === 'tracked' ? '1' : '0',
    // A document's date is the reader's.
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  return `export?${query.toString()}`;
}
